import type { Question, SimpleQuestion } from './question.ts'

/** Every text of a question that may contain a formula. */
export const questionTexts = (question: Question): string[] => [
  question.text,
  ...(question.kind === 'case'
    ? question.parts.flatMap(({ question: part }) => [part.text, ...optionTexts(part)])
    : optionTexts(question)),
]

function optionTexts(question: SimpleQuestion): string[] {
  if (question.kind === 'single' || question.kind === 'multiple') return question.options.map(({ text }) => text)
  if (question.kind === 'order') return question.items.map(({ text }) => text)
  if (question.kind === 'match') return [...question.left, ...question.right].map(({ text }) => text)
  return []
}

/** The pieces of a text: plain text, and formulas between dollar signs. `\$` is the sign itself. */
export function textPieces(text: string): { text: string; formula: boolean }[] {
  const pieces = text.split(/(?<!\\)\$/)
  // A sign without its pair is plain text.
  const whole = pieces.length % 2 === 1 ? pieces : [...pieces.slice(0, -2), pieces.slice(-2).join('$')]
  return whole
    .map((piece, at) => ({ text: at % 2 ? piece : piece.replaceAll('\\$', '$'), formula: at % 2 === 1 }))
    .filter((piece) => piece.text !== '')
}

export const formulasIn = (text: string): string[] =>
  textPieces(text).flatMap((piece) => (piece.formula ? [piece.text] : []))

/** The ids of the pictures of a question and its parts. */
export const picturesOf = (question: Question): string[] =>
  [question, ...(question.kind === 'case' ? question.parts.map((part) => part.question) : [])].flatMap(
    ({ picture }) => picture ?? [],
  )
