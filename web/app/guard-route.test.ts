import { afterAll, beforeEach, expect, test } from 'vitest'
import { type Competition, competitionsQuery } from '#web/competitions/queries.ts'
import { queryClient } from '#web/platform/api/query-client.ts'
import { guardOnlyCompetition } from './guard-route.ts'
import { go } from './guards/decision.ts'

const listed = (...codes: string[]) =>
  queryClient.setQueryData(
    competitionsQuery.queryKey,
    codes.map((code) => ({ code, title: code }) as Competition),
  )
beforeEach(() => queryClient.clear())
afterAll(() => queryClient.clear())

test('RT-01 inside the browser, too, the index of the only competition leads to its login', async () => {
  listed('ru_season_5')
  expect(await guardOnlyCompetition()).toEqual({ to: '/ru_season_5/login' })
})

test('RT-01 with several competitions, or with none, the index stays', async () => {
  listed('ru_season_5', 'politleaders_2')
  expect(await guardOnlyCompetition()).toBe(go)
  listed()
  expect(await guardOnlyCompetition()).toBe(go)
})
