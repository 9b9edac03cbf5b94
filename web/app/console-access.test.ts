import { createMemoryHistory } from '@tanstack/react-router'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { everyPage } from '#e2e/every-page.ts'
import { adminFlags } from '#shared/platform/api/route.ts'
import { session } from '#web/platform/api/portal-api.ts'
import { queryClient } from '#web/platform/api/query-client.ts'
import type { Duty } from '#web/seasons/console/duties.ts'
import { sectionAt, sections } from '#web/seasons/console/sections.ts'
import { RouteFailure } from './route-failure.ts'
import { createPortalRouter } from './router.tsx'

const router = createPortalRouter(createMemoryHistory({ initialEntries: ['/'] }))
const forget = () => {
  queryClient.clear()
  session.set(null)
  vi.unstubAllGlobals()
}
beforeEach(() => {
  forget()
  session.set(`.${btoa(JSON.stringify({ user_email: '', admin_permissions: adminFlags, test_id: 1 }))}.`)
})
afterAll(forget)

/** Whether the page opens for an organiser with these rights in the competition and with every right in another. */
async function opens(path: string, competition: string, rights: Duty['rights']): Promise<boolean> {
  const competitions = [
    { code: competition, rights },
    { code: 'elsewhere', rights: [...adminFlags] },
  ]
  queryClient.clear()
  vi.stubGlobal('fetch', async () => Response.json({ competitions }))
  const last = router.matchRoutes(path, {}).at(-1)
  const route = Object.values(router.routesById).find(({ id }) => id === last?.routeId)
  const arrival = { params: last?.params, search: {}, location: { pathname: path }, preload: true, cause: 'enter' }
  try {
    await (route?.options.beforeLoad as (of: unknown) => Promise<void>)(arrival)
    return true
  } catch (error) {
    if (error instanceof RouteFailure && error.status === 403) return false
    throw error
  }
}

const paths = [...new Set(everyPage.filter(({ name }) => name.startsWith('console')).map(({ path }) => path))]

test('the pages of every section are tested', () => {
  const tried = new Set(paths.map((path) => sectionAt(path, path.split('/')[2] ?? '')?.id))
  expect(sections.map(({ id }) => id).filter((id) => !tried.has(id))).toEqual([])
})

test.each(paths)('%s opens to exactly the right that shows its links, where the person has it', async (path) => {
  const competition = path.split('/')[2] ?? ''
  const flag = sectionAt(path, competition)?.flag
  const opened: string[] = []
  for (const right of adminFlags) if (await opens(path, competition, [right])) opened.push(right)
  expect(opened).toEqual([flag])
})
