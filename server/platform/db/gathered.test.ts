import { expect, test } from 'vitest'
import { gathered } from './gathered.ts'

interface Held {
  values: string[]
  end(): void
}

/** Runs that end only when the test ends them. A value that begins with `!` breaks its run. */
function held({ most = 64, atOnce = 1 } = {}) {
  const runs: Held[] = []
  const keep = gathered<string, string>({
    key: (value) => value.at(-1) ?? '',
    most,
    atOnce,
    async run(values) {
      await new Promise<void>((resolve) => runs.push({ values, end: resolve }))
      if (values.some((value) => value.startsWith('!'))) throw new Error(`broken: ${values}`)
      return values.map((value) => `kept ${value}`)
    },
  })
  const turn = () => new Promise<void>((resolve) => setImmediate(() => setImmediate(resolve)))
  return { keep, runs, turn, names: () => runs.map(({ values }) => values.join(' ')) }
}

test('calls that come during a run share the next one, and are answered only after it', async () => {
  const { keep, runs, turn, names } = held()
  const first = keep('a')
  await turn()
  const others = [keep('b'), keep('c'), keep('d')]
  await turn()
  expect(names()).toEqual(['a'])
  runs[0]?.end()
  expect(await first).toBe('kept a')
  await turn()
  expect(names()).toEqual(['a', 'b c d'])
  runs[1]?.end()
  expect(await Promise.all(others)).toEqual(['kept b', 'kept c', 'kept d'])
})

test('calls of one turn share a run, up to its maximum, and never two with the same key', async () => {
  const { keep, turn, runs, names } = held({ most: 3, atOnce: 3 })
  const all = Promise.all(['1a', '1b', '2a', '1c', '1d'].map(keep))
  for (let turns = 0; turns < 3; turns += 1) await turn()
  expect(names()).toEqual(['1a 1b 1c', '2a 1d'])
  for (const { end } of runs) end()
  expect(await all).toEqual(['kept 1a', 'kept 1b', 'kept 2a', 'kept 1c', 'kept 1d'])
})

test('a value that breaks a run fails alone', async () => {
  const { keep, turn, runs } = held()
  const all = Promise.allSettled(['a', '!b', 'c'].map(keep))
  for (let ended = 0; ended < runs.length || ended === 0; ) {
    await turn()
    for (; ended < runs.length; ended += 1) runs[ended]?.end()
    await turn()
  }
  expect((await all).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
})
