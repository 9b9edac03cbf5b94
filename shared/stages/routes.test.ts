import { Value } from 'typebox/value'
import { expect, test } from 'vitest'
import { registrationStageRoutes } from '#shared/accounts/registration/stage-routes.ts'
import { rulesKind } from '#shared/kinds/rules/contract.ts'
import { rulesRoutes } from '#shared/kinds/rules/routes.ts'
import type { RouteSpec } from '#shared/platform/api/route.ts'
import { judgingRoutes } from '#shared/review/judging/routes.ts'
import { formRoutes } from '#shared/stages/forms/routes.ts'
import { handInAnswer, maxTreeDepth, stageRoutes } from './routes.ts'
import { stageStatuses } from './status.ts'
import { workPage, workRoutes } from './work-routes.ts'

interface Schema {
  type?: string
  const?: string
  enum?: string[]
  anyOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  maxItems?: number
  maxProperties?: number
  propertyNames?: Schema
}

/** A schema in one line: `a: 1…9, b?: …64`. */
function inLine(schema: Schema = {}): string {
  const { properties, required = [], anyOf, items, propertyNames } = schema
  if (anyOf) return anyOf.map((each) => each.const).join('|')
  if (items) return `…${schema.maxItems} × (${inLine(items)})`
  if (propertyNames) return `…${schema.maxProperties} × ${inLine(propertyNames)}`
  if (!properties) return `${schema.minimum ?? schema.minLength ?? ''}…${schema.maximum ?? schema.maxLength}`
  const parts = Object.entries(properties).map(
    ([name, each]) => `${name}${required.includes(name) ? '' : '?'}: ${inLine(each)}`,
  )
  return parts.join(', ')
}

const id = '1…2147483647'
const stage = `stage_id: ${id}`
const form = 'competition: 1…64, form: 1…64'
const data = 'data: …300 × …128'
const large = 512 * 1024

test.each<[string, string, string?, number?]>([
  ['GET /user/user-stages', 'competition_code: …64, track?: …64'],
  ['GET /user/stages/:stage_id', stage],
  ['GET /user/stages/:stage_id/receipt', stage],
  ['GET /user/stages/:stage_id/work', stage],
  ['GET /user/stages/:stage_id/draft', stage],
  ['PUT /user/stages/:stage_id/draft', stage, `${data}, revision?: 0…2147483647`, large],
  ['PUT /user/stages/:stage_id/answer', stage, `${data}, form_version?: 0…100000`, large],
  ['GET /user/stages/:stage_id/revisions', stage],
  ['GET /user/stages/:stage_id/revisions/:revision', `${stage}, revision: ${id}`],
  ['GET /user/stages/:stage_id/preview', stage],
  ['GET /user/rules/:id', `id: ${id}`],
  ['POST /user/rules/:id', `id: ${id}`, 'status: done|fail, version?: 1…100000, comment?: …2000'],
  ['GET /user/registration/:stage_id', stage],
  [
    'POST /user/registration/:stage_id',
    stage,
    `${data}, door?: participant|supporter, track?: …64, promocode?: …64, invite?: …64, consents: …20 × (code: …64, version: 1…100000)`,
  ],
  ['GET /user/forms/:competition/:form', form],
  ['PUT /user/forms/:competition/:form', form, `${data}, form_version?: 0…100000`, large],
  ['GET /user/forms/:competition/:form/draft', form],
  ['PUT /user/forms/:competition/:form/draft', form, `${data}, revision?: 0…2147483647`, large],
])('%s takes the address %s, the body %s and nothing more', (path, address, body = '', bytes = undefined) => {
  const routes = {
    ...stageRoutes,
    ...workRoutes,
    ...judgingRoutes,
    ...rulesRoutes,
    ...registrationStageRoutes,
    ...formRoutes,
  }
  const route: RouteSpec = routes[path as keyof typeof routes]
  expect(inLine((route.params ?? route.query) as Schema)).toBe(address)
  expect(route.body ? inLine(route.body as Schema) : '').toBe(body)
  expect(route.bodyLimit).toBe(bytes)
})

test('every status can be sent in every answer that shows a stage', () => {
  const statusOf = (schema: unknown) => (schema as Schema).properties?.status?.enum
  expect(statusOf(stageRoutes['GET /user/stages/:stage_id'].response)).toEqual(stageStatuses)
  expect(statusOf(handInAnswer)).toEqual(stageStatuses)
  expect(statusOf({ properties: workPage })).toEqual(stageStatuses)
  let level = (stageRoutes['GET /user/user-stages'].response as Schema).properties?.stages?.items
  for (let depth = 1; depth <= maxTreeDepth; depth += 1) {
    expect(statusOf(level)).toEqual(stageStatuses)
    level = level?.properties?.childs?.items
  }
  expect([maxTreeDepth, level?.properties]).toEqual([4, {}])
})

test('stored answers are sent back with the values of the request', () => {
  const sent = (response: unknown, name: string) => (response as Schema).properties?.[name]?.anyOf?.[0]?.properties
  const application = sent(registrationStageRoutes['GET /user/registration/:stage_id'].response, 'application')
  expect(inLine(application?.door)).toBe('participant|supporter')
  expect(inLine(sent(rulesRoutes['GET /user/rules/:id'].response, 'answer')?.status)).toBe('done|fail')
  expect(rulesKind.answer.properties).toMatchObject({
    status: { enum: ['done', 'fail'] },
    version: { minimum: 1, maximum: 100_000 },
  })
})

test('a condition of a future stage is met, can still be met, or failed', () => {
  const { ahead } = (stageRoutes['GET /user/stages/:stage_id'].response as Schema).properties ?? {}
  const condition = ahead?.anyOf?.[0]?.properties?.conditions?.items
  expect(condition?.properties?.state?.enum).toEqual(['met', 'pending', 'failed'])
})

test('the address of a calendar is created by a call and ends with 43 characters that need no escaping', () => {
  expect(stageRoutes['POST /user/calendar-address'].status).toBe(201)
  const { params } = stageRoutes['GET /calendar/:token']
  const taken = (token: string) => Value.Check(params, { token })
  expect([taken('aZ0_-'.padEnd(43, 'x')), taken('x'.repeat(42)), taken('x'.repeat(44))]).toEqual([true, false, false])
  expect(taken('/'.padEnd(43, 'x'))).toBe(false)
})

test('a receipt is sent as a file', () => {
  expect(stageRoutes['GET /user/stages/:stage_id/receipt']).toMatchObject({ response: null, download: true })
})
