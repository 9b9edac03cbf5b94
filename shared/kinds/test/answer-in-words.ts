import type { Answer, Question, SimpleAnswer, SimpleQuestion } from './question.ts'

/** An answer in the words of its question; empty without an answer. */
export function answerInWords(question: Question, answer: Answer): string {
  if (answer === null) return ''
  if (question.kind !== 'case') return simpleInWords(question, answer as SimpleAnswer)
  const { parts = {} } = answer as { parts?: Record<string, SimpleAnswer | null> }
  return question.parts
    .map(({ id, question: part }, at) => {
      const own = parts[id] ?? null
      return own === null ? '' : `${at + 1}) ${simpleInWords(part, own)}`
    })
    .filter(Boolean)
    .join('; ')
}

function simpleInWords(question: SimpleQuestion, answer: SimpleAnswer): string {
  if (question.kind === 'number') return [answer, question.unit].filter(Boolean).join(' ')
  if (question.kind === 'short') return String(answer)
  if (question.kind === 'match') {
    const left = textsOf(question.left)
    const right = textsOf(question.right)
    return Object.entries(answer as Record<string, string>)
      .map(([one, other]) => `${left(one)} — ${right(other)}`)
      .join('; ')
  }
  const text = textsOf(question.kind === 'order' ? question.items : question.options)
  return [answer]
    .flat()
    .map((id) => text(String(id)))
    .join(question.kind === 'order' ? ' → ' : '; ')
}

const textsOf = (options: readonly { id: string; text: string }[]) => {
  const byId = new Map(options.map(({ id, text }) => [id, text]))
  return (id: string) => byId.get(id) ?? id
}
