import { expect, test } from 'vitest'
import { beginningOf, homesOf } from './home.ts'

const nobody = { roles: [], permissions: [], takesPart: false }

test('each role has its home; only people who take part or have no other role have the path', () => {
  expect(homesOf(nobody)).toEqual(['path'])
  expect(homesOf({ ...nobody, takesPart: true })).toEqual(['path'])
  expect(homesOf({ ...nobody, roles: ['mentor'] })).toEqual(['mentor'])
  expect(homesOf({ ...nobody, permissions: ['faq'] })).toEqual(['admin'])
  expect(homesOf({ roles: ['mentor', 'assessor'], permissions: ['competitions'], takesPart: true })).toEqual([
    'admin',
    'desk',
    'mentor',
    'path',
  ])
})

test('with several homes the chosen home opens; without a choice, or after its role is lost, the person is asked again', () => {
  const mentor = { ...nobody, roles: ['mentor' as const] }
  expect(beginningOf(mentor, null)).toBe('mentor')
  expect(beginningOf(mentor, 'admin')).toBe('mentor')
  const both = { ...mentor, takesPart: true }
  expect(beginningOf(both, null)).toBeNull()
  expect(beginningOf(both, 'path')).toBe('path')
  expect(beginningOf(both, 'admin')).toBeNull()
})
