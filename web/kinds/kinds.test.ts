import { expect, test } from 'vitest'
import { stageKinds } from '#shared/kinds/kinds.ts'
import { kindTitle, screenOf, webKinds } from './kinds.ts'

test('LY-03 a screen is picked by the kind of the stage, and by its code where the stage has one of its own', () => {
  const special = () => Promise.resolve({ default: () => null })
  expect(screenOf('rules', 'special', { 'rules:special': special })).toBe(special)
  expect(screenOf('rules', 'usual', { 'rules:special': special })).toBe(screenOf('rules', 'other'))
  expect(screenOf('rules', 'usual')).not.toBe(screenOf('form', 'usual'))
})

test('LY-03 every kind that is built has a screen, and an unknown one a stub', () => {
  for (const type of Object.keys(stageKinds)) expect(screenOf(type, 'any')).not.toBeNull()
  expect(screenOf('unheard_of', 'any')).toBeNull()
})

test('the browser states about a kind what its contract states', () => {
  for (const [type, { title, blockOn, addresses }] of Object.entries(stageKinds))
    expect(webKinds[type as keyof typeof webKinds]).toMatchObject({ type, title, blockOn, addresses })
})

test('every kind has a title', () => {
  for (const type of Object.keys(webKinds)) expect(kindTitle(type)).not.toBe('')
  expect(kindTitle('group')).toBe('')
})
