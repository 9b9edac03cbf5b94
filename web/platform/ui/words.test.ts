import { expect, test } from 'vitest'
import { cancelOf } from './words.ts'

test('the word beside an act never says the same as the act', () => {
  expect(cancelOf('Удалить')).toBe('Отмена')
  expect(cancelOf('Отменить запись')).toBe('Закрыть')
})
