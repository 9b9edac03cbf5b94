import type { QuestionKey } from './question.ts'
import { decimal } from './score.ts'

/** A key as one line; null for keys that do not fit into one. */
export function keyInLine(key: QuestionKey): string | null {
  switch (key.kind) {
    case 'single':
      return key.option
    case 'multiple':
      return key.options.join('|')
    case 'order':
      return key.items.join('|')
    case 'number':
      return String(key.value).replace('.', ',')
    case 'short':
      return key.texts.join('|')
    default:
      return null
  }
}

/** The key with the right answer of that line; null where the line does not fit its kind. */
export function keyOfLine(key: QuestionKey, line: string): QuestionKey | null {
  const parts = line
    .split('|')
    .map((part) => part.trim())
    .filter(Boolean)
  const [first] = parts
  if (first === undefined) return null
  switch (key.kind) {
    case 'single':
      return parts.length === 1 ? { ...key, option: first } : null
    case 'multiple':
      return { ...key, options: parts }
    case 'order':
      return { ...key, items: parts }
    case 'number': {
      const value = Number(line.replace(/\s/gu, '').replace(',', '.').replace('−', '-'))
      return decimal(line) && Number.isFinite(value) ? { ...key, value } : null
    }
    case 'short':
      return { ...key, texts: parts }
    default:
      return null
  }
}
