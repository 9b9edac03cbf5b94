const storePatience = 2500

/** What a store of the browser answers; rejects when it answers nothing for so many milliseconds, as some do for ever. */
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
