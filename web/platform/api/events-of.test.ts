import { expect, test } from 'vitest'
import { eventsOf } from './events-of.ts'

function aBody(pieces: readonly (string | Uint8Array<ArrayBuffer>)[], { ends = true } = {}) {
  let cancelled = false
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      for (const piece of pieces)
        controller.enqueue(typeof piece === 'string' ? new TextEncoder().encode(piece) : piece)
      if (ends) controller.close()
    },
    cancel() {
      cancelled = true
    },
  })
  return { body, cancelled: () => cancelled }
}

test('events are read however they are cut, also within a letter; signs of life are no events', async () => {
  const [first = new Uint8Array(), second = new Uint8Array()] = ['я'].flatMap((letter) => {
    const bytes = new TextEncoder().encode(letter)
    return [bytes.slice(0, 1), bytes.slice(1)]
  })
  const { body } = aBody([':\n\ndata: {"a":1}\n', '\n:\n\nda', 'ta: "', first, second, '"\n\n:\n\ndata: half'])
  const heard: string[] = []
  for await (const data of eventsOf(body)) heard.push(data)
  expect(heard).toEqual(['{"a":1}', '"я"'])
})

test('the call ends when nobody listens any more, or when the server is silent for long', async () => {
  const left = aBody(['data: 1\n\n'], { ends: false })
  for await (const _ of eventsOf(left.body)) break
  await expect.poll(left.cancelled).toBe(true)
  const silent = aBody(['data: 1\n\n'], { ends: false })
  const heard: string[] = []
  const listen = async () => {
    for await (const data of eventsOf(silent.body, 20)) heard.push(data)
  }
  await expect(listen()).rejects.toThrow('silence')
  expect(heard).toEqual(['1'])
  await expect.poll(silent.cancelled).toBe(true)
})
