import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestApp } from '#server/testing/test-app.ts'
import type { RouteSpec } from '#shared/platform/api/route.ts'
import { routes } from '#shared/routes.ts'
import { watchChanges } from './changes.ts'
import { demoPortal, type Key, people, type Role, wholeCalls } from './whole-call.ts'

const all = Object.entries(routes) as [Key, RouteSpec][]

let app: TestApp
let tokens: Partial<Record<Role, string>>
let { owned, captains, wholeCall, made }: ReturnType<typeof wholeCalls> = {} as never
let changes: () => Promise<string[]>

beforeAll(async () => {
  ;({ app, tokens } = await demoPortal())
  ;({ owned, captains, wholeCall, made } = wholeCalls(app, tokens))
  changes = await watchChanges(app.db)
})
afterAll(() => app.close())

test('R-66 in the view of a participant all writes, files and organisers’ rights are refused, and no read writes', async () => {
  const { test_id } = await app.db
    .selectFrom('accounts')
    .select('test_id')
    .where('email', '=', people.finalist)
    .executeTakeFirstOrThrow()
  const begun = await app.call('POST /admin/competitions/:competition/participants/:test_id/view', {
    token: tokens.admin as string,
    params: { competition: 'ru_season_5', test_id },
    body: { reason: 'Проверить' },
  })
  const view = { 'X-View': begun.body.view_id }
  const wrong: string[] = []
  let [read, refused] = [0, 0]
  for (const [key, spec] of all) {
    const call = await wholeCall(key, owned[key] ?? captains[key])
    await changes()
    const { status, code } = await made(call, tokens.admin, view)
    const wrote = await changes()
    if (wrote.length > 0) wrong.push(`${key} wrote ${wrote.join(', ')}`)
    const shut = (call.method !== 'GET' && !spec.onlyReads) || spec.download || spec.ownOnly
    if (shut && code !== 'view_only') wrong.push(`${key} was not refused: ${status} ${code}`)
    const isReading = !shut && (spec.access === 'public' || spec.access === 'participant')
    if (!shut && !isReading && code !== 'no_access') wrong.push(`${key} is not the participant's: ${status} ${code}`)
    if (isReading && status >= 500) wrong.push(`${key} broke: ${status} ${code}`)
    if (isReading && status === 200) read += 1
    else refused += 1
  }
  expect(wrong).toEqual([])
  expect([read > 50, refused > 200]).toEqual([true, true])
}, 300_000)
