/** Milliseconds of silence after which the server counts as gone: it sends something every few seconds. */
const maxSilence = 45_000

/** The data of each server-sent event. Throws when the connection breaks, or nothing comes any more. */
export async function* eventsOf(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  silence = maxSilence,
): AsyncGenerator<string> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  try {
    for (;;) {
      const { done, value } = await withinTime(reader.read(), silence)
      if (done) return
      const events = (text + value).split('\n\n')
      text = events.pop() ?? ''
      // Other lines are signs of life.
      for (const event of events) if (event.startsWith('data: ')) yield event.slice('data: '.length)
    }
  } finally {
    // Ends the call, also when the listener has thrown.
    reader.cancel().catch(() => {})
  }
}

function withinTime<T>(answer: Promise<T>, ms: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('silence')), ms)
  })
  return Promise.race([answer, late]).finally(() => clearTimeout(timer))
}
