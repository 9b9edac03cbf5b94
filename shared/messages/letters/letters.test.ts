import { describe, expect, test } from 'vitest'
import { filled, letterFaults, letterNames, letterPlaces, letters, letterText } from './letters.ts'

test('the usual text of every letter can be sent and has the placeholder that it needs', () => {
  for (const name of letterNames) expect([name, letterFaults(name, letters[name].usual)]).toEqual([name, {}])
})

test('every placeholder of a letter is explained', () => {
  for (const name of letterNames)
    for (const place of [...letters[name].inTitle, ...letters[name].inText, letters[name].needed])
      expect(letterPlaces[place].means).not.toBe('')
})

describe('a letter is filled', () => {
  test('a placeholder is filled everywhere, and braces in a value are not filled', () => {
    expect(filled('{имя}, {этап}. {имя}!', { имя: '{этап}', этап: 'Эссе' })).toBe('{этап}, Эссе. {этап}!')
  })

  test('quotation marks within those of the letter become „лапки“', () => {
    expect(filled('Этап «{этап}» и {этап}', { этап: 'Эссе «О решении»' })).toBe(
      'Этап «Эссе „О решении“» и Эссе «О решении»',
    )
  })

  test('a placeholder without a value stays as it is written', () => {
    expect(filled('{срок}', {})).toBe('{срок}')
  })
})

describe('a letter is refused', () => {
  test.each([
    ['receipt', { title: '', text: '{квитанция}' }, { title: 'Напишите тему' }],
    ['receipt', { title: 'Есть', text: '  ' }, { text: 'Напишите текст' }],
    ['receipt', { title: 'Есть', text: 'Спасибо' }, { text: 'Оставьте в тексте {квитанция} — номер квитанции' }],
    [
      'passed',
      { title: '{имя}', text: '{решение} {балл}' },
      {
        title: 'В этом месте нельзя написать {имя}: портал не знает, что поставить вместо него',
        text: 'В этом месте нельзя написать {балл}: портал не знает, что поставить вместо него',
      },
    ],
    [
      'deadline',
      { title: 'я'.repeat(121), text: '{срок}'.repeat(400) },
      { title: 'Тема слишком длинная', text: 'Текст слишком длинный' },
    ],
  ] as const)('%s with %o', (name, given, faults) => {
    expect(letterFaults(name, given)).toEqual(faults)
  })
})

test('a competition’s text of one letter replaces the usual text of this letter only', () => {
  const own = { receipt: { title: 'Есть!', text: '{квитанция}' } }
  expect(letterText(own, 'receipt')).toEqual(own.receipt)
  expect(letterText(own, 'passed')).toEqual(letters.passed.usual)
})
