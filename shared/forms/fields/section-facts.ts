import { counted } from '#shared/platform/time/plural.ts'
import { humanReadable } from './answer.ts'
import { type AnswerData, type FormSchema, isEmpty, rowsOf, valueIn } from './field.ts'

/** How many fields are named before «и ещё». */
const maxNamed = 5
/** A longer text is cut. */
const maxValue = 60

/** The filled fields of one section of a form, each in words: «Слов не больше: 600», «Отказ подтверждает второй человек». */
export function sectionFacts(schema: FormSchema, code: string, data: AnswerData): string[] {
  const fields = schema.sections.find((section) => section.code === code)?.fields ?? []
  const lines = humanReadable(schema, data)
  const said = fields.flatMap((field): string[] => {
    const value = valueIn(field, data)
    if (isEmpty(value) || value === false) return []
    if (field.view === 'group') {
      const rows = rowsOf(value).length
      return rows > 0 ? [`${field.label}: ${counted(rows, 'запись', 'записи', 'записей')}`] : []
    }
    const line = lines.find(({ field: name }) => name === field.name)
    if (!line) return []
    return [value === true ? field.label : `${field.label}: ${short(line.value)}`]
  })
  if (said.length === 0) return ['Ничего не задано']
  const rest = said.length - maxNamed
  return [...said.slice(0, maxNamed), ...(rest > 0 ? [`и ещё ${rest}`] : [])]
}

/** The text as one line, cut at a word. Lines that do not end like sentences are separated by semicolons. */
function short(text: string): string {
  const line = text
    .trim()
    .replace(/([^\s.!?…:;,])[^\S\n]*\n\s*/g, '$1; ')
    .replace(/\s+/g, ' ')
  if (line.length <= maxValue) return line
  const cut = line.slice(0, maxValue)
  return `${cut.slice(0, cut.lastIndexOf(' ') > 0 ? cut.lastIndexOf(' ') : maxValue).replace(/(?<![\s.,;:—-])[\s.,;:—-]+$/, '')}…`
}
