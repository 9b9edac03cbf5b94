import { expect, test } from 'vitest'
import * as rules from './take-rules.ts'
import { costs, shortTakeMs, takeMaxBytes, takeStates, takesLeft } from './take-rules.ts'

test('a take that broke off costs what the stage says: nothing while it is short, never, or always', () => {
  const broken = (durationMs: number) => ({ broken: true, durationMs })
  const all = ['short', 'never', 'always'] as const
  expect(all.map((rule) => costs(rule, broken(shortTakeMs - 1)))).toEqual([false, false, true])
  expect(all.map((rule) => costs(rule, broken(shortTakeMs)))).toEqual([true, false, true])
  expect(all.map((rule) => costs(rule, { broken: false, durationMs: 1 }))).toEqual([true, true, true])
})

test('takes that failed, were dropped or cost nothing are not counted, and there are never less than none left', () => {
  const all = takeStates.map((state) => ({ state, free: false }))
  expect(takesLeft(5, 1, all)).toBe(2)
  expect(takesLeft(5, 1, [...all, { state: 'ready', free: true }])).toBe(2)
  expect(takesLeft(1, 0, all)).toBe(0)
  expect(takesLeft(2, 0, [])).toBe(2)
})

test('a recording has room for six megabits a second and some more', () => {
  expect(takeMaxBytes(60)).toBe(49_000_000)
})

test('the limits of a recording, and what browsers can play', () => {
  const megabyte = 1_048_576
  expect([rules.shortTakeMs, rules.partMs, rules.durationToleranceMs, rules.recordingPatienceMs]).toEqual([
    3000, 2000, 3000, 45_000,
  ])
  expect([rules.partMaxBytes / megabyte, rules.videoFileMaxBytes / megabyte]).toEqual([8, 500])
  expect(rules.videoTypes).toEqual(['video/webm', 'video/mp4'])
  expect(rules.knownCodecs.join(' ')).toBe('vp8 vp9 av1 avc hevc opus aac mp3 vorbis')
  expect(rules.takeFailures.map((failure) => rules.failureWords[failure]).every((words) => words !== undefined)).toBe(
    true,
  )
  expect(rules.takeFailures).toHaveLength(Object.keys(rules.failureWords).length)
})
