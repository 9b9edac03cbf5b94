/** Whether the server answers, as far as this browser knows. It is polled only while it does not. */
let reached = true
let tries = 0
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()
const backListeners = new Set<() => void>()

/** Milliseconds before a server that did not answer is asked again. */
export const waits = [3_000, 5_000, 10_000, 20_000, 30_000]

/** Called after every request: there was an answer, or none. */
export function setReached(now: boolean): void {
  if (now === reached) return
  reached = now
  clearTimeout(timer)
  tries = 0
  if (!now) askLater()
  for (const listener of [...listeners, ...(now ? backListeners : [])]) listener()
}

/** Calls that wait for a server with too much work. */
let waiting = 0

/** Called when a call begins to wait for a busy server, and when it has its answer. */
export function setBusy(now: boolean): void {
  waiting += now ? 1 : -1
  for (const listener of listeners) listener()
}

export const isBusy = (): boolean => waiting > 0

/** How many parts of the page themselves say, where people look, that the server is not reached. */
let ownNotices = 0

/** Called when one of these parts appears or goes: the general message is not shown beside it. */
export function setOwnNotice(now: boolean): void {
  ownNotices += now ? 1 : -1
  for (const listener of listeners) listener()
}

export const hasOwnNotice = (): boolean => ownNotices > 0

export const isReached = (): boolean => reached

export function subscribeConnection(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Calls back when the server answers again: the moment to send what waits. */
export function onBack(listener: () => void): () => void {
  backListeners.add(listener)
  return () => backListeners.delete(listener)
}

/** Checks the server and informs all listeners. */
export async function checkReached(): Promise<boolean> {
  const answered = await fetch('/health', { cache: 'no-store', signal: AbortSignal.timeout(10_000) }).then(
    () => true,
    () => false,
  )
  setReached(answered)
  return answered
}

function askLater(): void {
  timer = setTimeout(ask, waits[Math.min(tries, waits.length - 1)])
  tries += 1
}

function ask(): void {
  clearTimeout(timer)
  fetch('/health', { cache: 'no-store' }).then(() => setReached(true), askLater)
}

if (typeof window !== 'undefined') {
  window.addEventListener('offline', () => setReached(false))
  window.addEventListener('online', () => reached || ask())
}
