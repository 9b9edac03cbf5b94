import { availableParallelism } from 'node:os'
import { expect, test } from 'vitest'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { hashPassword, needsRehash, verifyPassword } from './password-hash.ts'

test('a password is hashed with argon2id at the present cost, and a hash with another cost is made again', async () => {
  const stored = await hashPassword('Kedr-Volna-4817')
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect([await verifyPassword(stored, 'Kedr-Volna-4817'), await verifyPassword(stored, 'Kedr-Volna-4818')]).toEqual([
    true,
    false,
  ])
  expect([stored, stored.replace('t=2', 't=1')].map(needsRehash)).toEqual([false, true])
})

test('without an account every password is wrong', async () => {
  expect(await verifyPassword(null, '')).toBe(false)
})

test('R-03 with a full password queue a call is refused at once, with the time to wait', async () => {
  const places = availableParallelism()
  const more = 3
  const asked = Array.from({ length: places * 51 + more }, () => verifyPassword(null, 'any'))
  const ends = await Promise.allSettled(asked)
  const refused = ends.filter((end) => end.status === 'rejected').map(({ reason }) => reason as Refusal)
  expect(refused).toHaveLength(more)
  for (const refusal of refused) {
    expect(refusal).toBeInstanceOf(Refusal)
    expect(refusal).toMatchObject({ code: 'overloaded', retryAfter: 3 })
  }
})
