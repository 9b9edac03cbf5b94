import 'fake-indexeddb/auto'
import { expect, test } from 'vitest'
import type { Answer } from '#shared/kinds/test/question.ts'
import { AnswerQueue } from './answer-queue.ts'
import { type AnswerEvent, type AnswerStore, storedAnswers } from './answer-store.ts'

let made = 0
type Held = { question: number; seq: number; answer: Answer; flagged: boolean }

/** A server that can be cut off, and queues of one attempt in a browser. */
function anAttempt() {
  made += 1
  const server = {
    there: true,
    lost: 0,
    refuses: null as string | null,
    numbers: [] as number[],
    got: [] as AnswerEvent[],
  }
  const stopped: unknown[] = []
  let back: (() => void)[] = []
  let page = { open: true }
  const queue = (store: AnswerStore = storedAnswers(`attempt ${made}`), lastSeq = 0, held: Held[] = []) => {
    const own = { open: true }
    page = own
    return new AnswerQueue({
      store,
      lastSeq,
      held,
      send: async (event) => {
        if (!own.open) return new Promise(() => {})
        if (!server.there) throw 'OFFLINE'
        if (server.refuses) throw server.refuses
        if (server.numbers.includes(event.seq)) throw 'answer_repeated'
        server.got.push(event)
        if (server.lost-- > 0) throw 'OFFLINE'
        return { counted: true }
      },
      handlingOf: (failure) => {
        if (failure === 'OFFLINE') return 'later'
        if (failure === 'answer_repeated') return 'repeated'
        return failure === 'attempt_elsewhere' ? 'stop' : 'drop'
      },
      storePatience: 50,
      onStopped: (failure) => stopped.push(failure),
      wait: () => new Promise((done) => own.open && back.push(done)),
    })
  }
  const connect = () => {
    server.there = true
    for (const go of back) go()
    back = []
  }
  /** The page is closed: nothing in it continues. */
  const close = () => {
    page.open = false
    back = []
  }
  return { server, queue, stopped, connect, close }
}
const sent = (events: readonly AnswerEvent[]) => events.map(({ seq, answer }): [number, Answer] => [seq, answer])

test('answers are sent one after the other, and each shows that it is saved', async () => {
  const { server, queue } = anAttempt()
  const answers = queue()
  await answers.open()
  await answers.set(7, { answer: 'a' })
  await answers.set(8, { flagged: true })
  await answers.set(7, { answer: 'b' })
  await answers.flush()
  expect(sent(server.got)).toEqual([
    [1, 'a'],
    [2, null],
    [3, 'b'],
  ])
  expect([answers.of(7), answers.of(8), answers.of(9).mark]).toEqual([
    { answer: 'b', flagged: false, mark: 'saved' },
    { answer: null, flagged: true, mark: 'saved' },
    'none',
  ])
})

test('KE-06 answers given without a connection outlive the page, and are sent in order later', async () => {
  const { server, queue, connect, close } = anAttempt()
  const before = queue()
  await before.open()
  await before.set(7, { answer: 'a' })
  await before.flush()
  server.there = false
  await before.set(7, { answer: 'b' })
  await before.set(8, { answer: 'c' })
  expect([before.of(7).mark, before.waiting()]).toEqual(['waiting', 2])

  close()
  const after = queue(storedAnswers(`attempt ${made}`), 1)
  await after.open()
  expect([after.of(7), after.of(8)]).toEqual([
    { answer: 'b', flagged: false, mark: expect.stringMatching(/waiting|sending/) },
    { answer: 'c', flagged: false, mark: 'waiting' },
  ])
  await after.set(9, { answer: 'd' })
  const all = after.flush()
  connect()
  await all
  expect(sent(server.got)).toEqual([
    [1, 'a'],
    [2, 'b'],
    [3, 'c'],
    [4, 'd'],
  ])
  expect(await storedAnswers(`attempt ${made}`).waiting()).toEqual([])
})

test('an answer with a lost acknowledgement is sent again under the same number', async () => {
  const { server, queue, connect } = anAttempt()
  const answers = queue()
  await answers.open()
  server.lost = 1
  await answers.set(7, { answer: 'a' })
  const all = answers.flush()
  connect()
  await all
  expect(new Set(sent(server.got).map(String))).toEqual(new Set(['1,a']))
  expect(answers.of(7).mark).toBe('saved')
})

test('where the browser keeps nothing, answers are still sent, and the queue says so', async () => {
  const { server, queue } = anAttempt()
  const full = () => Promise.reject(new DOMException('full', 'QuotaExceededError'))
  const answers = queue({ waiting: full, put: full, remove: full })
  await answers.open()
  await answers.set(7, { answer: 'a' })
  await answers.flush()
  expect([answers.storesNothing, answers.of(7).mark, sent(server.got)]).toEqual([true, 'saved', [[1, 'a']]])
})

test('a store that never responds holds no answer back, and the queue says so', async () => {
  const { server, queue } = anAttempt()
  const silent = () => new Promise<never>(() => {})
  const answers = queue({ waiting: silent, put: silent, remove: silent })
  await answers.open()
  await answers.set(7, { answer: 'a' })
  await answers.flush()
  expect([answers.storesNothing, answers.of(7).mark, sent(server.got)]).toEqual([true, 'saved', [[1, 'a']]])
})

test('KE-06 unsent answers go out when the attempt is back, under free numbers, replacing nothing newer', async () => {
  const { server, queue, close } = anAttempt()
  const before = queue(undefined, 3, [{ question: 7, seq: 3, answer: 'a', flagged: false }])
  await before.open()
  server.there = false
  await before.set(7, { answer: 'older' })
  await before.set(8, { answer: 'b' })
  await before.set(9, { answer: 'c' })
  await before.set(9, { answer: 'd' })
  close()

  // Meanwhile another device has answered the questions 7 and 10, under the numbers 4 to 6.
  server.there = true
  server.numbers = [4, 5, 6]
  const newer = { question: 7, seq: 5, answer: 'newer', flagged: false }
  const after = queue(undefined, 6, [newer, { question: 10, seq: 6, answer: 'e', flagged: false }])
  await after.open()
  await after.flush()
  expect(sent(server.got)).toEqual([
    [7, 'd'],
    [8, 'b'],
  ])
  expect([7, 8, 9, 10].map((question) => [after.of(question).answer, after.of(question).mark])).toEqual([
    ['newer', 'saved'],
    ['b', 'saved'],
    ['d', 'saved'],
    ['e', 'saved'],
  ])
  expect(await storedAnswers(`attempt ${made}`).waiting()).toEqual([])
})

test('once the attempt continues elsewhere nothing more is sent, and waiting answers stay', async () => {
  const { server, queue, stopped } = anAttempt()
  const answers = queue()
  await answers.open()
  server.refuses = 'attempt_elsewhere'
  await answers.set(7, { answer: 'a' })
  await answers.flush()
  await answers.set(8, { answer: 'b' })
  expect([stopped, answers.waiting(), server.got]).toEqual([['attempt_elsewhere'], 1, []])
})

test('an answer that is refused does not hold the next ones back', async () => {
  const { server, queue } = anAttempt()
  const answers = queue()
  await answers.open()
  server.refuses = 'answer_unfit'
  await answers.set(7, { answer: 'a' })
  await answers.flush()
  server.refuses = null
  await answers.set(8, { answer: 'b' })
  await answers.flush()
  expect([answers.of(7).mark, answers.of(8).mark]).toEqual(['refused', 'saved'])
})
