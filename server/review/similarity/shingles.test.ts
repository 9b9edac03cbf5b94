import { expect, test } from 'vitest'
import { piecesOf, sampleHashes, shinglesOf, similarity } from './shingles.ts'

const text = 'Мы предложили, чтобы школы сами выбирали поставщика обедов и отвечали за это перед родителями'
const alike = (one: string, other: string, given = '') => {
  const quoted = shinglesOf([given])
  return similarity(shinglesOf([one], quoted), shinglesOf([other], quoted))
}

test('a text is like itself, whatever its case, ё, punctuation or look-alike letters', () => {
  expect(alike(text, text)).toBe(100)
  expect(alike(text, text.toUpperCase().replaceAll(',', ' —'))).toBe(100)
  expect(alike('ёлка стоит у нас дома всегда', 'елка стоит у нас дома всегда')).toBe(100)
  // «о» and «е» typed on a Latin keyboard.
  expect(alike(text, text.replaceAll('о', 'o').replaceAll('е', 'e'))).toBe(100)
})

test('the share is that of the shorter text, and nothing is like an empty text', () => {
  expect(alike(text, `${text}. А ещё мы добавили к этому много других слов, которых там не было`)).toBe(100)
  expect(alike(text, 'Совсем о другом: о дорогах, мостах и о том, кто их чинит зимой')).toBe(0)
  expect(alike('', text)).toBe(0)
  expect(alike('', '')).toBe(0)
})

test('passages quoted from the text of the stage do not make works similar', () => {
  const own = 'Моё собственное решение о больнице в нашем посёлке'
  const other = 'А вот я писал о библиотеке и о её читателях'
  expect(alike(`${text}. ${own}`, `${text}. ${other}`)).toBeGreaterThan(40)
  expect(alike(`${text}. ${own}`, `${text}. ${other}`, text)).toBe(0)
})

test('texts in any alphabet are compared', () => {
  const kazakh = 'Бұл менің жеке шешімім және мен оны өзім жаздым'
  expect(alike(kazakh, kazakh)).toBe(100)
  expect(alike('We asked the schools to choose for themselves', 'We asked the schools to choose for themselves')).toBe(
    100,
  )
  expect(alike('一二三', '一二三')).toBe(100)
})

test('passages of both texts are marked, and the text stays whole', () => {
  const written = `Начну издалека. ${text}! Вот и всё.`
  const pieces = piecesOf(written, shinglesOf([text]))
  expect(pieces.map(({ text: piece }) => piece).join('')).toBe(written)
  expect(pieces.map(({ shared }) => shared)).toEqual([false, true, false])
  expect(pieces[1]?.text).toContain('Мы предложили, чтобы школы')
  expect(pieces[2]?.text).toBe('Вот и всё.')
  expect(piecesOf('', new Set())).toEqual([])
  expect(piecesOf('!', new Set())).toEqual([{ text: '!', shared: false }])
})

test('about a quarter of the hashes is kept: equal for equal texts, different in another scope', () => {
  const long = Array.from({ length: 2000 }, (_none, at) => `слово${at}`).join(' ')
  const sample = sampleHashes(shinglesOf([long]), 'stage 1')
  expect(sample.length).toBeGreaterThan(400)
  expect(sample.length).toBeLessThan(600)
  expect(sampleHashes(shinglesOf([long]), 'stage 1')).toEqual(sample)
  const elsewhere = new Set(sampleHashes(shinglesOf([long]), 'stage 2'))
  expect(sample.filter((hash) => elsewhere.has(hash))).toEqual([])
})
