import { expect, test } from 'vitest'
import { gistOf } from './HelpHints.tsx'

test('help is searched by the beginning of a letter, which does not change while the rest is written', () => {
  const begun = 'Не приходит СМС с кодом, жду уже полчаса на'
  expect(gistOf(`  ${begun} телефоне`)).toBe('Не приходит СМС с кодом, жду уже полчаса')
  expect(gistOf(`${begun} телефоне и дальше`)).toBe(gistOf(begun))
  expect(gistOf('')).toBe('')
  expect(gistOf('я'.repeat(500))).toHaveLength(200)
  expect(gistOf('😀'.repeat(101)).isWellFormed()).toBe(true)
})
