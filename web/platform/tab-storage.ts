const memory = new Map<string, string>()

/** Tried once for each call: a browser may refuse storage from the start, or when it is full. */
function stored<T>(work: (storage: Storage) => T, otherwise: () => T): T {
  try {
    return work(sessionStorage)
  } catch {
    return otherwise()
  }
}

/**
 * What this tab keeps through a reload. Where the browser stores nothing it is kept until the reload, so that nothing
 * stops working. The server, which draws first pages, keeps nothing.
 */
export const tabStorage = {
  read: (key: string): string | null =>
    memory.get(key) ??
    stored(
      (storage) => storage.getItem(key),
      () => null,
    ),
  keep(key: string, text: string): void {
    memory.delete(key)
    stored(
      (storage) => storage.setItem(key, text),
      () => {
        if (typeof window !== 'undefined') memory.set(key, text)
      },
    )
  },
  forget(key: string): void {
    memory.delete(key)
    stored(
      (storage) => storage.removeItem(key),
      () => {},
    )
  },
}
