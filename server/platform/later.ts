/** A function that makes the value on its first call and returns it again on later calls. */
export function later<T>(make: () => T): () => T {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}
