import type { Answer, Question } from './question.ts'

/** Whether the answer is incomplete: a part of a case or a pair of a match is missing. */
export function isAnsweredInPart(question: Question, answer: Answer): boolean {
  if (answer === null || typeof answer !== 'object' || Array.isArray(answer)) return false
  if (question.kind === 'match') return question.left.some(({ id }) => !(id in answer))
  if (question.kind !== 'case') return false
  const given = ('parts' in answer ? answer.parts : {}) as Record<string, Answer>
  return question.parts.some(({ id, question: part }) => {
    const own = given[id] ?? null
    return own === null || isAnsweredInPart(part, own)
  })
}
