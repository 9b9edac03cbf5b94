import { expect, test } from 'vitest'
import type { FormSchema } from '#shared/forms/fields/field.ts'
import type { TextSettings } from './text-contract.ts'
import { textFaults, textForm, volumeOf, wordsWritten } from './text-work.ts'

const settings: TextSettings = {
  task: '',
  min_words: 0,
  max_words: 0,
  max_characters: 6000,
  file: false,
  paste: true,
}

test.each([
  [0, 0, ''],
  [1, 0, 'от 1 слова'],
  [300, 0, 'от 300 слов'],
  [0, 1, 'до 1 слова'],
  [0, 600, 'до 600 слов'],
  [300, 601, 'от 300 до 601 слова'],
])('the volume from %i to %i words reads «%s»', (min_words, max_words, words) => {
  expect(volumeOf({ ...settings, min_words, max_words })).toBe(words)
})

test('the form asks for a text with its volume, and for a file when files are allowed', () => {
  const of = { code: 'essay', title: 'Эссе', text: 'Текст', file: 'Файл' }
  const text = { name: 'text', label: 'Текст', view: 'textarea', validation_rules: { required: true } }
  const file = { name: 'file', label: 'Файл', view: 'file', files: { max_files: 1, formats: ['pdf', 'docx'] } }
  expect(textForm(settings, of)).toEqual({
    version: 1,
    sections: [{ code: 'essay', title: 'Эссе', fields: [{ ...text, hint: '' }] }],
  })
  expect(textForm({ ...settings, max_words: 600, file: true }, of).sections[0]?.fields).toEqual([
    { ...text, hint: 'Объём: до 600 слов' },
    file,
  ])
})

test('a text must be within its limits of words and characters; a draft may be too short', () => {
  const bounded = { ...settings, min_words: 2, max_words: 3, max_characters: 12 }
  const fault = (text: unknown, mode: 'draft' | 'hand_in' = 'hand_in', of = bounded) =>
    textFaults(of, { text }, mode).text
  for (const sound of ['да да', 'да да да', 'аббааббаа аб', '', ' ', undefined]) expect(fault(sound)).toBeUndefined()
  expect(fault('да')).toEqual({ rule: 'min_words', message: 'Слов слишком мало: 1. Нужно ещё 1 слово' })
  expect(fault('да', 'draft')).toBeUndefined()
  const long = { rule: 'max_words', message: 'Слов слишком много: 4. Сократите до 3' }
  expect([fault('а б в г'), fault('а б в г', 'draft')]).toEqual([long, long])
  const characters = { rule: 'max_length', message: 'Не больше 12 символов' }
  expect([fault('аббааббаа абв'), fault('а б в г д е ё')]).toEqual([characters, characters])
  expect(fault('а б в г', 'hand_in', { ...bounded, max_words: 0 })).toBeUndefined()
  expect(fault('а б', 'hand_in', { ...bounded, max_words: 1 })?.rule).toBe('max_words')
})

test('the words of all long texts of a form are counted together', () => {
  const field = (name: string, view: 'text' | 'textarea') => ({ name, label: name, view })
  const fields = [field('one', 'textarea'), field('line', 'text'), field('two', 'textarea'), field('none', 'textarea')]
  const schema: FormSchema = { version: 1, sections: [{ code: 'main', title: 'Анкета', fields }] }
  expect(wordsWritten(schema, { one: 'раз два', line: 'это не в счёт', two: 'три' })).toBe(3)
})
