import { expect, test } from 'vitest'
import { wordDifference } from './word-difference.ts'

const joined = (before: string, after: string, without: 'added' | 'removed') =>
  wordDifference(before, after)
    .filter(({ kind }) => kind !== without)
    .map(({ text }) => text)
    .join('')

test('additions and removals are found word by word', () => {
  expect(wordDifference('Мы откроем два центра.', 'Мы откроем три новых центра.')).toEqual([
    { kind: 'same', text: 'Мы откроем ' },
    { kind: 'removed', text: 'два' },
    { kind: 'added', text: 'три' },
    { kind: 'same', text: ' ' },
    { kind: 'added', text: 'новых ' },
    { kind: 'same', text: 'центра.' },
  ])
  expect(wordDifference('', 'Начало')).toEqual([{ kind: 'added', text: 'Начало' }])
  expect(wordDifference('Всё', '')).toEqual([{ kind: 'removed', text: 'Всё' }])
  expect(wordDifference('', '')).toEqual([])
  expect(wordDifference('То же', 'То же')).toEqual([{ kind: 'same', text: 'То же' }])
})

test('both texts can be put together from their difference, whatever they are', () => {
  let seed = 7
  const chance = (of: number) => {
    seed = (seed * 16_807) % 2_147_483_647
    return seed % of
  }
  const words = ['да', 'нет', ' ', '\n', ',', 'план', 'срок', '—']
  const text = () => Array.from({ length: chance(30) }, () => words[chance(words.length)]).join('')
  for (let round = 0; round < 300; round += 1) {
    const [before, after] = [text(), text()]
    expect(joined(before, after, 'added')).toBe(before)
    expect(joined(before, after, 'removed')).toBe(after)
  }
})

test('texts with too many changes are put side by side', () => {
  const [before, after] = ['а ', 'б '].map((word) => word.repeat(3000).trim()) as [string, string]
  expect(wordDifference(before, after).map(({ kind }) => kind)).toEqual(['removed', 'added'])
})
