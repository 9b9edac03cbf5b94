import type { Answer, Question, SimpleAnswer, SimpleQuestion } from './question.ts'

/** Whether this can be an answer to the question, right or wrong. An order or a matching may be unfinished. */
export function answerFits(question: Question, answer: Answer): boolean {
  if (answer === null) return true
  if (question.kind !== 'case') return simpleFits(question, answer)
  if (typeof answer !== 'object' || !('parts' in answer) || typeof answer.parts !== 'object') return false
  const asked = new Map(question.parts.map(({ id, question: part }) => [id, part]))
  return Object.entries(answer.parts).every(([id, own]) => {
    const part = asked.get(id)
    return part !== undefined && (own === null || simpleFits(part, own))
  })
}

function simpleFits(question: SimpleQuestion, answer: Answer | SimpleAnswer): boolean {
  if (question.kind === 'number' || question.kind === 'short') return typeof answer === 'string'
  if (question.kind === 'single') return typeof answer === 'string' && idsOf(question.options).has(answer)
  if (question.kind === 'match') {
    if (typeof answer !== 'object' || answer === null || Array.isArray(answer)) return false
    const [left, right] = [idsOf(question.left), idsOf(question.right)]
    return Object.entries(answer).every(([one, other]) => left.has(one) && right.has(String(other)))
  }
  const known = idsOf(question.kind === 'order' ? question.items : question.options)
  return Array.isArray(answer) && new Set(answer).size === answer.length && answer.every((id) => known.has(id))
}

const idsOf = (named: readonly { id: string }[]) => new Set(named.map(({ id }) => id))
