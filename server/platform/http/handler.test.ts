import { Type } from 'typebox'
import { expect, expectTypeOf, test } from 'vitest'
import { route } from '#shared/platform/api/route.ts'
import { exactHandlers, type KeysOutsideContract } from './handler.ts'

interface Contract {
  items: { id: string; kladr_code?: string }[]
  owner: { fio: string } | null
  answers: Record<string, unknown>
}
const routes = {
  'GET /regions': route({
    access: 'public',
    summary: 'Регионы',
    response: Type.Object({
      items: Type.Array(Type.Object({ id: Type.String(), region: Type.Optional(Type.String()) })),
    }),
  }),
}

test('keys that a contract lacks are found at any depth, also in lists, nullable and optional values', () => {
  expectTypeOf<KeysOutsideContract<Contract, Contract>>().toBeNever()
  expectTypeOf<KeysOutsideContract<{ items: never[]; count: number }, Contract>>().toEqualTypeOf<'count'>()
  expectTypeOf<KeysOutsideContract<{ items: { id: string; fo?: string }[] }, Contract>>().toEqualTypeOf<'fo'>()
  expectTypeOf<
    KeysOutsideContract<{ owner: { fio: string; phone: string } | null }, Contract>
  >().toEqualTypeOf<'phone'>()
  expectTypeOf<KeysOutsideContract<{ answers: { anything: 1 } }, Contract>>().toBeNever()
  expectTypeOf<KeysOutsideContract<Record<string, string>, { id: string }>>().toEqualTypeOf<string>()
})

test('a handler that answers under the old name of a renamed field does not compile', async () => {
  const code = (): string | undefined => '6300000000000'
  const region = code()
  const right = exactHandlers<typeof routes, null>()({
    'GET /regions': async () => ({ items: [{ id: '63', ...(region === undefined ? {} : { region }) }] }),
  })
  expect(await right['GET /regions']()).toEqual({ items: [{ id: '63', region: '6300000000000' }] })
  exactHandlers<typeof routes, null>()({
    // @ts-expect-error the contract names the field `region`
    'GET /regions': async () => ({
      items: [{ id: '63', ...(region === undefined ? {} : { kladr_code: region }) }],
    }),
  })
})
