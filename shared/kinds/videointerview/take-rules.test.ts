import { expect, test } from 'vitest'
import * as rules from './take-rules.ts'
import { shortTakeMs, takeMaxBytes, takeStates, takesLeft, usesUpTake } from './take-rules.ts'

test('an interrupted take counts as the stage says: always, never, or unless it is short', () => {
  const broken = (durationMs: number) => ({ broken: true, durationMs })
  const all = ['short', 'never', 'always'] as const
  expect(all.map((rule) => usesUpTake(rule, broken(shortTakeMs - 1)))).toEqual([false, false, true])
  expect(all.map((rule) => usesUpTake(rule, broken(shortTakeMs)))).toEqual([true, false, true])
  expect(all.map((rule) => usesUpTake(rule, { broken: false, durationMs: 1 }))).toEqual([true, true, true])
})

test('takes that failed, were dropped or cost nothing are not counted, and the number of takes left is never negative', () => {
  const all = takeStates.map((state) => ({ state, free: false }))
  expect(takesLeft(5, 1, all)).toBe(2)
  expect(takesLeft(5, 1, [...all, { state: 'ready', free: true }])).toBe(2)
  expect(takesLeft(1, 0, all)).toBe(0)
  expect(takesLeft(2, 0, [])).toBe(2)
})

test('the size limit of a recording allows more than six megabits a second', () => {
  expect(takeMaxBytes(60)).toBe(49_000_000)
})

test('the limits of a recording, and the codecs that browsers can play', () => {
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
