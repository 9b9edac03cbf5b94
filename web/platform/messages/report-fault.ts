const ids = new WeakMap<object, string>()

/** The id of a reported fault; the person sees the same id on the page. */
export function faultIdOf(error: unknown): string {
  const made = Math.random().toString(36).slice(2, 10).padEnd(8, '0')
  if (typeof error !== 'object' || error === null) return made
  const id = ids.get(error) ?? made
  ids.set(error, id)
  return id
}

/** Reports a fault of the page to the server. The reporting code is loaded with the first fault. */
export function reportFault(error: unknown): void {
  const id = faultIdOf(error)
  import('./send-fault.ts').then(
    ({ sendFault }) => sendFault(error, id),
    () => {},
  )
}

/** Reports every uncaught error and unhandled rejection from now on. */
export function watchFaults(): void {
  window.addEventListener('error', ({ error, message }) => reportFault(error ?? message))
  window.addEventListener('unhandledrejection', ({ reason }) => reportFault(reason))
}
