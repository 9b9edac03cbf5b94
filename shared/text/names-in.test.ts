import { expect, test } from 'vitest'
import { namesIn, withoutAddresses, withoutNames } from './names-in.ts'

test('KP-05 a surname is found in any case, and with ё written as е', () => {
  expect(namesIn('Я, Королёв, писал. У Королева был план.', ['Королёв'])).toEqual(['Королёв', 'Королева'])
  expect(namesIn('Мне, Анне Воронцовой, это близко', ['Воронцова', 'Анна'])).toEqual(['Воронцовой', 'Анне'])
})

test('KP-05 other words are not marked', () => {
  expect(namesIn('Королевство и корова', ['Королёв'])).toEqual([])
  expect(namesIn('Лист лица не показал, знаю ли я', ['Ли'])).toEqual([])
  expect(namesIn('Юрист из Яндекса, в январе, Илим', ['Юрий', 'Ян', 'Илья'])).toEqual([])
  expect(namesIn('ООО и ИП, банк и ко', ['ООО', 'ИП', 'Банк «Ко и Ян» в НИИ'])).toEqual(['банк'])
  expect(namesIn('Текст', ['', 'Я'])).toEqual([])
})

test('KP-05 a name of few letters is found in each of its forms, where it begins with a capital', () => {
  for (const [name, forms] of Object.entries({
    Юрий: 'Юрий Юрия Юрию Юрием Юрии',
    Илья: 'Илья Ильи Илье Илью Ильёй Ильей',
    Юлия: 'Юлия Юлии Юлию Юлией',
    Ян: 'Ян Яна Яну Яном Яне',
    Яна: 'Яна Яны Яне Яну Яной',
    Ева: 'Ева Евы Еве Еву Евой',
    Зоя: 'Зоя Зои Зое Зою Зоей',
    Цой: 'Цой Цоя Цою Цоем Цое',
    Ким: 'Ким Кима Киму Кимом Киме',
    Лев: 'Лев Льва Льву Львом Льве',
    Ли: 'Ли',
  }))
    expect(namesIn(forms, [name]), name).toEqual(forms.split(' '))
  expect(withoutNames('ЮРИЙ ЦОЙ и Анна-Мария Ли-Ким', ['Юрий', 'Цой', 'Ли-Ким'])).toBe(
    '[скрыто] [скрыто] и Анна-Мария [скрыто]-[скрыто]',
  )
})

test('KP-05 a form without the last vowel of the name is found too', () => {
  expect(namesIn('Павел, Павла, Павлу и Павлом', ['Павел'])).toEqual(['Павел', 'Павла', 'Павлу', 'Павлом'])
  expect(namesIn('Кравца, Бойца, Орлу', ['Кравец', 'Боец', 'Орёл'])).toEqual(['Кравца', 'Бойца', 'Орлу'])
})

test('KP-05 telephone numbers are hidden as people write them, and amounts and dates are not', () => {
  for (const phone of [
    '+7 (912) 345-67-89',
    '8 912 345 67 89',
    '89123456789',
    '(912) 345-67-89',
    '912 345-67-89',
    '9123456789',
    '345-67-89',
    '+375 29 123-45-67',
    '+1 (415) 555-26-71',
    '00998901234567',
  ])
    expect(withoutAddresses(`Звоните ${phone}, жду`), phone).toBe('Звоните [скрыто], жду')
  for (const text of [
    '12 500 000 000 рублей',
    '2026-11-21',
    'с 2019 по 2024',
    '1234567890',
    '7-я школа',
    '100-200-300',
  ])
    expect(withoutAddresses(text)).toBe(text)
})

test('KP-05 the text for assessors has no such word', () => {
  expect(withoutNames('Меня зовут Анна Воронцова.', ['Воронцова', 'Анна'])).toBe('Меня зовут [скрыто] [скрыто].')
})
