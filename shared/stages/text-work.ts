import { type FormSchema, fieldsOf, textOf } from '#shared/forms/fields/field.ts'
import type { ValidationMode } from '#shared/forms/fields/validate.ts'
import type { FieldFaults } from '#shared/platform/api/refusals.ts'
import { countCharacters, countedWords, countWords } from '#shared/platform/text/count-words.ts'
import { counted, plural } from '#shared/platform/time/plural.ts'
import type { TextSettings } from './text-contract.ts'

/** The only version: the questions follow from the settings of the stage. */
const version = 1

/** The form of a stage with these settings: a text, and a file when files are allowed. */
export function textForm(
  settings: TextSettings,
  of: { code: string; title: string; text: string; file: string },
): FormSchema {
  const volume = volumeOf(settings)
  const text = {
    name: 'text',
    label: of.text,
    view: 'textarea' as const,
    hint: volume && `Объём: ${volume}`,
    validation_rules: { required: true },
  }
  const files = { max_files: 1, formats: ['pdf', 'docx'] }
  const file = { name: 'file', label: of.file, view: 'file' as const, files }
  return {
    version,
    sections: [{ code: of.code, title: of.title, fields: settings.file ? [text, file] : [text] }],
  }
}

/** The limits of the text in words: «от 300 до 600 слов»; empty without limits. */
export function volumeOf({ min_words: min, max_words: max }: TextSettings): string {
  const limits = [min > 0 && `от ${min}`, max > 0 && `до ${max}`].filter(Boolean).join(' ')
  return limits && `${limits} ${plural(max || min, 'слова', 'слов', 'слов')}`
}

/** Checks the limits of words and characters, counted like the counters on the page; a draft may be too short. */
export function textFaults(
  settings: TextSettings,
  answer: Readonly<Record<string, unknown>>,
  mode: ValidationMode,
): FieldFaults {
  const { min_words: min, max_words: max, max_characters: characters } = settings
  const text = textOf(answer.text)
  const count = countWords(text)
  if (count === 0) return {}
  if (countCharacters(text) > characters) {
    return {
      text: { rule: 'max_length', message: `Не больше ${counted(characters, 'символа', 'символов', 'символов')}` },
    }
  }
  if (max > 0 && count > max) {
    return { text: { rule: 'max_words', message: `Слов слишком много: ${count}. Сократите до ${max}` } }
  }
  if (mode === 'hand_in' && count < min) {
    return {
      text: { rule: 'min_words', message: `Слов слишком мало: ${count}. Нужно ещё ${countedWords(min - count)}` },
    }
  }
  return {}
}

/** The number of words in the long texts of a form. */
export const wordsWritten = (schema: FormSchema, data: Readonly<Record<string, unknown>>): number =>
  fieldsOf(schema)
    .filter(({ view }) => view === 'textarea')
    .reduce((sum, { name }) => sum + countWords(textOf(data[name])), 0)
