import { createRequire } from 'node:module'
import type katex from 'katex'
import type { Question } from '#shared/kinds/test/question.ts'
import { formulasIn, questionTexts } from '#shared/kinds/test/question-texts.ts'

/** Loaded with the first formula, so that the start is not delayed. */
const require = createRequire(import.meta.url)
const drawn = new Map<string, string>()
const maxDrawn = 5_000

/**
 * The formulas of these questions as MathML, by their source. Browsers draw MathML themselves and screen readers read it, so no
 * font or style is sent. KaTeX writes no link, script or style of the author into it; a faulty formula is shown as its source.
 */
export function formulasOf(questions: Iterable<Question>): Record<string, string> {
  const sources = new Set([...questions].flatMap(questionTexts).flatMap(formulasIn))
  return Object.fromEntries([...sources].map((source) => [source, mathMl(source)]))
}

function mathMl(source: string): string {
  const known = drawn.get(source)
  if (known !== undefined) return known
  const html = (require('katex') as typeof katex).renderToString(source, {
    output: 'mathml',
    throwOnError: false,
    trust: false,
    maxExpand: 200,
  })
  const made = withItalics(html.slice(html.indexOf('<math'), html.lastIndexOf('</math>') + '</math>'.length))
  if (drawn.size >= maxDrawn) drawn.clear()
  drawn.set(source, made)
  return made
}

/** Marks single letters as italic explicitly: browsers would otherwise use italic characters that few fonts have. */
const withItalics = (made: string): string => made.replaceAll(/<mi>(\p{L})<\/mi>/gu, '<mi mathvariant="italic">$1</mi>')
