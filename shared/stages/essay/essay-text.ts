import type { FieldFaults } from '#shared/api/refusals.ts'
import type { FormSchema } from '#shared/forms/field.ts'
import type { ValidationMode } from '#shared/forms/validate.ts'
import { countCharacters, countWords } from '#shared/text/count-words.ts'
import { counted } from '#shared/time/plural.ts'
import type { EssaySettings } from './contract.ts'

/** The form has one version, because it depends on the stage's settings alone. */
const version = 1

const words = (count: number) => counted(count, 'слово', 'слова', 'слов')

/** The form of a stage with these settings. */
export function essayForm(settings: EssaySettings): FormSchema {
  const { min_words: min, max_words: max, file } = settings
  const limits = [min > 0 && `от ${min}`, max > 0 && `до ${max}`].filter(Boolean).join(' ')
  const upTo = counted(max || min, 'слова', 'слов', 'слов').replace(/^\d+ /, '')
  return {
    version,
    sections: [
      {
        code: 'essay',
        title: 'Эссе',
        fields: [
          {
            name: 'text',
            label: 'Текст эссе',
            view: 'textarea',
            hint: limits ? `Объём: ${limits} ${upTo}` : '',
            validation_rules: { required: true },
          },
          ...(file
            ? [
                {
                  name: 'file',
                  label: 'Файл к эссе',
                  view: 'file' as const,
                  files: { max_files: 1, formats: ['pdf', 'docx'] },
                },
              ]
            : []),
        ],
      },
    ],
  }
}

/** Faults of the limits in words and characters, counted as on the page. A draft may be too short. */
export function essayFaults(
  settings: EssaySettings,
  answer: Readonly<Record<string, unknown>>,
  mode: ValidationMode,
): FieldFaults {
  const { min_words: min, max_words: max, max_characters: characters } = settings
  const text = typeof answer.text === 'string' ? answer.text : ''
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
    return { text: { rule: 'min_words', message: `Слов слишком мало: ${count}. Нужно ещё ${words(min - count)}` } }
  }
  return {}
}
