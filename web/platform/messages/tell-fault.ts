const ids = new WeakMap<object, string>()

/** The name under which a fault is told; the person reads the same on the page. */
export function faultIdOf(error: unknown): string {
  const made = Math.random().toString(36).slice(2, 10).padEnd(8, '0')
  if (typeof error !== 'object' || error === null) return made
  const id = ids.get(error) ?? made
  ids.set(error, id)
  return id
}

/** Tells the server of a fault of the page. The teller is fetched with the first fault, so that no visitor pays for it. */
export function tellFault(error: unknown): void {
  const id = faultIdOf(error)
  import('./report-fault.ts').then(
    ({ reportFault }) => reportFault(error, id),
    () => {},
  )
}

/** From now on nothing breaks unheard: neither a thrown error nor a promise that nobody waited for. */
export function watchFaults(): void {
  window.addEventListener('error', ({ error, message }) => tellFault(error ?? message))
  window.addEventListener('unhandledrejection', ({ reason }) => tellFault(reason))
}
