const storePatience = 2500

/**
 * The answer of a store of the browser; rejects when there is none after this many milliseconds, because some stores
 * never answer.
 */
export async function storedInTime<T>(answer: Promise<T>, patience = storePatience): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const silence = new Promise<never>((_done, fail) => {
    timer = setTimeout(() => fail(new DOMException('The store does not answer', 'TimeoutError')), patience)
  })
  try {
    return await Promise.race([answer, silence])
  } finally {
    clearTimeout(timer)
  }
}
