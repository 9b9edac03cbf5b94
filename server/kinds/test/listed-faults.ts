import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { lineCleaner } from '#server/platform/http/line-cleaner.ts'
import { later } from '#server/platform/later.ts'
import { question, questionKey } from '#shared/kinds/test/question.ts'
import { questionFaults } from '#shared/kinds/test/question-faults.ts'
import type { ListedQuestion } from '#shared/kinds/test/question-row.ts'

const cleaner = later(() =>
  lineCleaner(
    Type.Object({
      code: Type.String({ maxLength: 64 }),
      topic: Type.String({ maxLength: 100 }),
      question,
      key: questionKey,
    }),
  ),
)

/** Brings the short texts of a question in a file to one line, as those in the body of a call are. */
export const listedToLines = (listed: unknown): void => void cleaner()?.(listed)

/** Faults by the schemas and by the rules of questions. */
export function listedFaults({ question: asked, key }: Pick<ListedQuestion, 'question' | 'key'>): string[] {
  if (!Value.Check(question, asked) || !Value.Check(questionKey, key)) return [shapeFault(asked)]
  return questionFaults(asked, key)
}

function shapeFault(asked: ListedQuestion['question']): string {
  const few = (all: unknown) => !Array.isArray(all) || all.length < 2 || all.length > 20
  if (typeof asked.text !== 'string' || asked.text.trim() === '') return 'Нет текста вопроса'
  if (asked.text.length > 4000) return 'Текст длиннее 4000 знаков'
  if ('options' in asked && few(asked.options)) return 'Вариантов должно быть от 2 до 20'
  if ('items' in asked && few(asked.items)) return 'Элементов должно быть от 2 до 20'
  if ('left' in asked && (few(asked.left) || few(asked.right))) return 'С каждой стороны должно быть от 2 до 20 строк'
  if ('parts' in asked && Array.isArray(asked.parts) && asked.parts.length === 0)
    return 'У кейса нет ни одной части: добавьте строки с его кодом в столбце «Кейс»'
  if (asked.picture !== undefined && !/^[0-9a-f]{32}$/.test(asked.picture))
    return 'Картинка: нужен номер загруженного файла'
  return 'Вопрос заполнен не полностью или не по образцу: проверьте варианты и ключ'
}
