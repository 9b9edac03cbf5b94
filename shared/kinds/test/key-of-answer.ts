import type { Answer, Question, QuestionKey, SimpleAnswer, SimpleKey, SimpleQuestion } from './question.ts'
import { decimal } from './score.ts'

/** A right answer in the form of a participant's answer. Several right texts are separated by bars. */
export function answerOfKey(key: QuestionKey): Answer {
  if (key.kind !== 'case') return simpleAnswerOf(key)
  return { parts: Object.fromEntries(Object.entries(key.parts).map(([id, part]) => [id, simpleAnswerOf(part)])) }
}

function simpleAnswerOf(key: SimpleKey): SimpleAnswer {
  switch (key.kind) {
    case 'single':
      return key.option
    case 'multiple':
      return key.options
    case 'order':
      return key.items
    case 'match':
      return key.pairs
    case 'number':
      return String(key.value).replace('.', ',')
    case 'short':
      return key.texts.join(' | ')
  }
}

/** The key with this answer as the right one; the rest of the key stays. Null for an incomplete answer. */
export function keyOfAnswer(question: Question, key: QuestionKey, answer: Answer): QuestionKey | null {
  if (question.kind !== 'case' || key.kind !== 'case')
    return question.kind === 'case' || key.kind === 'case' ? null : simpleKeyOf(question, key, answer)
  const given = typeof answer === 'object' && answer && 'parts' in answer ? (answer.parts as PartAnswers) : {}
  const parts: Record<string, SimpleKey> = {}
  for (const { id, question: part } of question.parts) {
    const old = key.parts[id]
    const found = old && simpleKeyOf(part, old, given[id] ?? null)
    if (!found) return null
    parts[id] = found
  }
  return { ...key, parts }
}

type PartAnswers = Record<string, SimpleAnswer | null>

function simpleKeyOf(question: SimpleQuestion, key: SimpleKey, answer: Answer): SimpleKey | null {
  if (answer === null) return null
  if (key.kind === 'match') {
    if (question.kind !== 'match' || typeof answer !== 'object' || Array.isArray(answer)) return null
    const pairs = answer as Record<string, string>
    return question.left.every(({ id }) => pairs[id]) ? { ...key, pairs } : null
  }
  if (Array.isArray(answer))
    return key.kind === 'multiple'
      ? { ...key, options: answer }
      : key.kind === 'order'
        ? { ...key, items: answer }
        : null
  if (typeof answer !== 'string') return null
  if (key.kind === 'single') return { ...key, option: answer }
  if (key.kind === 'number') {
    const value = Number(answer.replace(/\s/gu, '').replace(',', '.').replace('−', '-'))
    return decimal(answer) && Number.isFinite(value) ? { ...key, value } : null
  }
  const texts = answer
    .split('|')
    .map((text) => text.trim())
    .filter(Boolean)
  return key.kind === 'short' && texts.length > 0 ? { ...key, texts } : null
}
