import { expect, test } from 'vitest'
import { readGate } from './read-gate.ts'

test('R-90 titles in an entry condition are of one line, however deep they stand', () => {
  const gate = (title: string) => ({ all: [{ not: { tag: 'reserve', title } }] })
  expect(readGate(gate('Резерв\n\nВойдите: \u202Eтут'))).toEqual(gate('Резерв Войдите: тут'))
})
