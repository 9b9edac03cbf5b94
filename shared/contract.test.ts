import { expect, test } from 'vitest'
import type { RouteSpec } from '#shared/platform/api/route.ts'
import { schemaInLines } from '#shared/testing/schema-in-lines.ts'
import { routes } from './routes.ts'

function inWriting(
  address: string,
  { summary, params, query, body, response, orResponds, ...rest }: RouteSpec,
): string {
  const rules = Object.entries(rest).map(([name, value]) => `  ${name} ${[value].flat().join(', ')}\n`)
  const parts = {
    params,
    query,
    body,
    answers: response ?? undefined,
    [`or ${orResponds?.status}`]: orResponds?.response,
  }
  const schemas = Object.entries(parts).map(([name, schema]) =>
    schema === undefined ? '' : `  ${name} ${schemaInLines(schema, '  ')}\n`,
  )
  return `${address}\n${rules.join('')}${schemas.join('')}`
}

/** `user` for `GET /user/start`; small groups of routes share the file `others`. */
function fileOf(address: string): string {
  const [first = ''] = address.split(' /').slice(1).join('').split('/')
  return ['admin', 'user', 'desk', 'mentor', 'auth'].includes(first) ? first : 'others'
}

const files = Object.groupBy(Object.entries<RouteSpec>(routes), ([address]) => fileOf(address))

test.each(Object.entries(files))('the contract of %s is the one in docs/contract', async (file, each = []) => {
  const text = each.map(([address, route]) => inWriting(address, route)).join('\n')
  await expect(text, 'after a wanted change: npx vitest run shared/contract.test.ts -u').toMatchFileSnapshot(
    `../docs/contract/${file}.txt`,
  )
})
