import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { FormSchema } from './field.ts'
import { matchesSafely, maxMatchedLength, maxParts, patternFault } from './safe-pattern.ts'
import { faultsInWords } from './schema-faults.ts'

const letters = '[А-ЯЁ][а-яё]+'

test.each([
  ['СНИЛС', '^\\d{3}-\\d{3}-\\d{3} \\d{2}$', '112-233-445 95', '11223344595'],
  ['ИНН', '^(?:\\d{10}|\\d{12})$', '7707083893', '77070838931'],
  ['индекс', '^[1-9]\\d{5}$', '101000', '01000'],
  ['телефон', '^\\+7 ?\\(?\\d{3}\\)? ?\\d{3}(?:[ -]?\\d{2}){2}$', '+7 (916) 123-45-67', '+7 916 12'],
  ['дата', '^(?:0[1-9]|[12]\\d|3[01])\\.(?:0[1-9]|1[0-2])\\.(?:19|20)\\d{2}$', '31.12.2026', '32.12.2026'],
  ['почта', '^[\\w.+-]+@(?:[\\w-]+\\.)+[a-z]{2,}$', 'ivan.petrov@mail.example.ru', 'ivan@mail'],
  ['имя по-русски', `^${letters}(?:[ -]${letters})*$`, 'Анна-Мария Иванова', 'Анна-'],
  ['имя латиницей', "^[A-Z][a-z]+(?:[ '-][A-Z]?[a-z]+)*$", "Jean-Paul d'Arc", 'Jean--Paul'],
  ['ссылка', '^https?://[^\\s]+$', 'https://пример.рф/a', 'ftp://a'],
  ['слова через запятую', '^\\p{L}+(?:, ?\\p{L}+){0,9}$', 'спорт, музыка', 'спорт,'],
  ['не длиннее 300', '^[\\p{L}\\p{N} ]{1,300}$', 'Школа 5', 'Школа № 5'],
  ['целое слово', '\\bМГУ\\b|(?:^| )МГУ(?: |$)', 'учусь в МГУ', 'учусь в МГУПС'],
  ['паспорт', '^(?<series>\\d{4}) (?<number>\\d{6})$', '4509 876543', '4509876543'],
  ['знаки', '^[)(*+\\]]+$', '(*])', '[('],
  ['редкие знаки', '^(?:\\u0041|\\x42|\\u{1F600}|\\ud83d\\ude01|😂){5}$', 'AB😀😁😂', 'AB😀😁'],
])('R-76: a pattern that organisers need is accepted: %s', (_what, pattern, right, wrong) => {
  expect(patternFault(pattern)).toBeNull()
  expect([right, wrong].map((text) => matchesSafely(pattern, text))).toEqual([true, false])
})

const formWith = (regexp: string): FormSchema => ({
  version: 1,
  sections: [
    {
      code: 'one',
      title: 'Раздел',
      fields: [{ name: 'answer', label: 'Ответ', view: 'text', validation_rules: { regexp } }],
    },
  ],
})

const a = (count: number) => 'a'.repeat(count)
const unsupported = /Просмотр вперёд и назад.*Пример: «.+»/
const tooMany = /слишком много повторов.*Пример: «.+»/

test.each([
  ['^(?=a+)b$', unsupported],
  ['^(?!.*(a+)+b)', unsupported],
  ['(?<=(a+)+)b', unsupported],
  ['(?<!(a|a)*)b', unsupported],
  ['^(a+)\\1+$', unsupported],
  ['^(?<x>a+)\\k<x>+$', unsupported],
  ['(.*)\\1b', unsupported],
  ['^(a+)+(?=b)$', unsupported],
  ['a{1001}', tooMany],
  ['^(?:a{40}){40}$', tooMany],
  ['^(?:(?:a{1,99}){1,99}){1,99}b$', tooMany],
  ['^(?:(?:(?:a?){99}){99}){99}b$', tooMany],
  ['^a{99999999999999999999}$', tooMany],
  ['^(?:a|a){500}b$', tooMany],
  ['a**', /В шаблоне ошибка.*Пример: «.+»/],
  ['^[a-z', /В шаблоне ошибка.*Пример: «.+»/],
  ['^\\-$', /В шаблоне ошибка.*Пример: «.+»/],
  [`^${'(a+)+'.repeat(80)}$`, /Шаблон длиннее 300 знаков.*Пример: «.+»/],
])('R-76: the pattern %s is refused with a sentence and an example', (pattern, sentence) => {
  expect(faultsInWords(formWith(pattern))).toMatch(sentence)
  expect(matchesSafely(pattern, a(50))).toBeNull()
})

test.each([
  `^${'(?:a|a)'.repeat(26)}b`,
  '^(a+)+$',
  '^(a*)*$',
  '^(a|a)+$',
  '^(a|aa)+$',
  '^(\\w+\\d*)+$',
  '^(\\d+,?)+$',
  '^((a{1,9})){2,20}$',
  '(x+x+)+y',
  '^(?:a?){60}a{60}b$',
  '^[ab]*[ab]*[ab]*[ab]*c$',
  '\\s+\\s+\\s+$',
  '(.*)(.*)(.*)(.*)(.*)(.*)(.*)(.*)(.*)z',
  '^(([a-z])+.)+[A-Z]([a-z])+$',
  '(?:(?:a|a|a|a)*){70}b',
  '(?:\\w{1,99}){1,4}!',
])('R-76: the pattern %s costs no more than its length for each character of an answer', (pattern) => {
  expect(faultsInWords(formWith(pattern))).toBe('')
  const texts = ['a', 'ab', ' ', '9', 'x', 'a,'].map(
    (some) => `${some.repeat(maxMatchedLength).slice(0, maxMatchedLength - 1)}#`,
  )
  // A RegExp needs from a second to centuries for these. The least of a few times is free of what else this machine does.
  const times = Array.from({ length: 3 }, () => {
    const before = process.threadCpuUsage()
    for (const text of texts) matchesSafely(pattern, text)
    return process.threadCpuUsage(before).user / 1000
  })
  expect(Math.min(...times)).toBeLessThan(300)
})

test('R-76: a refused pattern that is already stored, and a text that is too long, are never matched', () => {
  expect(matchesSafely('^(a+)\\1$', a(50))).toBeNull()
  expect(matchesSafely('^a', a(maxMatchedLength + 1))).toBeNull()
  expect(matchesSafely('^a', a(maxMatchedLength))).toBe(true)
  expect([patternFault(`^a{${maxParts}}$`), patternFault(`^a{${maxMatchedLength}}$`)]).toEqual(['too_many_parts', null])
})

const { pattern } = fc.letrec<{ pattern: string }>((tie) => ({
  pattern: fc
    .array(
      fc
        .tuple(
          fc.oneof(
            { maxDepth: 1, withCrossShrink: true },
            fc.constantFrom('a', '[ab]', '[^a]', '\\w', '.', 'b', '\\b', '\\B', '^', '$', '😀', '\\p{L}'),
            tie('pattern').map((inner) => `(?:${inner})`),
          ),
          fc.constantFrom('', '', '*', '+', '?', '*?', '{2}', '{0,3}', '{2,}'),
        )
        // A RegExp has no quantifier for a place.
        .map(([part, times]) => (/^(?:\^|\$|\\[bB])$/.test(part) ? part : part + times)),
      { minLength: 1, maxLength: 5 },
    )
    .chain((parts) => fc.constantFrom(parts.join(''), parts.join('|'))),
}))

test('R-76: an accepted pattern matches what a RegExp matches', () => {
  let accepted = 0
  fc.assert(
    fc.property(
      pattern,
      fc.array(fc.constantFrom('a', 'b', ' ', '😀', '\n'), { maxLength: 4 }),
      (source, characters) => {
        const text = characters.join('')
        for (const sign of [source, `^(?:${source})$`]) {
          const found = matchesSafely(sign, text)
          if (found === null) continue
          accepted += 1
          expect([sign, text, found]).toEqual([sign, text, new RegExp(sign, 'u').test(text)])
        }
      },
    ),
    { numRuns: 400 },
  )
  expect(accepted).toBeGreaterThan(400)
})
