import { textPieces } from '#shared/kinds/test/question-texts.ts'
// Imported at once and not on demand: a question may be opened without a connection.
import { sanitiseFormula } from '#web/platform/html/sanitise.ts'
import { Prose } from '#web/platform/ui/Prose.tsx'
import styles from './TestRun.module.css'

export type Formulas = Readonly<Record<string, string>>

/** A text of a question. Its formulas come drawn as MathML, which browsers show and screen readers read. */
export function TestText({ text, formulas }: { text: string; formulas: Formulas }) {
  return textPieces(text).map((piece, at) => {
    if (!piece.formula) return piece.text
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text never change their places
    return <Formula key={at} source={piece.text} mathMl={formulas[piece.text]} />
  })
}

function Formula({ source, mathMl }: { source: string; mathMl: string | undefined }) {
  if (!mathMl) return <code>{source}</code>
  return <Prose inline className={styles.formula ?? ''} html={sanitiseFormula(mathMl)} />
}
