import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { go } from '#web/app/guards/decision.ts'
import { noAccess } from '#web/app/guards/permissions.ts'
import { session } from '#web/platform/api/portal-api.ts'
import { queryClient } from '#web/platform/api/query-client.ts'
import { type Competition, competitionsQuery } from '#web/seasons/competitions/queries.ts'
import { type Duty, dutiesQuery } from '#web/seasons/console/duties.ts'
import { guardFlag, guardOnlyCompetition } from './guard-route.ts'

const listed = (...codes: string[]) =>
  queryClient.setQueryData(
    competitionsQuery.queryKey,
    codes.map((code) => ({ code, title: code }) as Competition),
  )
const forget = () => {
  queryClient.clear()
  session.set(null)
  vi.unstubAllGlobals()
}
beforeEach(forget)
afterAll(forget)

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

const flagged = (...admin_permissions: string[]) =>
  session.set(`.${btoa(JSON.stringify({ user_email: '', admin_permissions, test_id: 1 }))}.`)
/** The server's answer with the rights in each competition. */
const answers = (rights: Record<string, Duty['rights']>) =>
  vi.stubGlobal('fetch', async () =>
    Response.json({ competitions: Object.entries(rights).map(([code, held]) => ({ code, rights: held })) }),
  )
const opening = (flag: string, competition?: string) => guardFlag(flag)({ params: competition ? { competition } : {} })

test('a page of the console opens to a flag that holds in its competition, and to no other', async () => {
  flagged('participants', 'reports')
  answers({ ru_season_5: ['participants'], politleaders_2: ['reports'] })
  expect(await opening('participants', 'ru_season_5')).toBe(go)
  expect(await opening('participants', 'politleaders_2')).toBe(noAccess)
  expect(await opening('reports', 'politleaders_2')).toBe(go)
  expect(await opening('reports', 'elsewhere')).toBe(noAccess)
  expect(await opening('admins', 'ru_season_5')).toBe(noAccess)
})

test('a competition that was made since the rights were read opens', async () => {
  flagged('competitions')
  queryClient.setQueryData(dutiesQuery.queryKey, {
    undelivered: null,
    budgets: [],
    begins: false,
    chief: false,
    competitions: [],
  })
  answers({ copied: ['competitions'] })
  expect(await opening('competitions', 'copied')).toBe(go)
})

test('when the rights cannot be read, the page opens and shows the failure itself', async () => {
  flagged('competitions')
  vi.stubGlobal('fetch', async () => Response.json({ code: 'internal', message: '' }, { status: 500 }))
  expect(await opening('competitions', 'ru_season_5')).toBe(go)
  expect(await opening('reports', 'ru_season_5')).toBe(noAccess)
})
