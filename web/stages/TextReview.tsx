import { countedWords, countWords } from '#shared/platform/text/count-words.ts'
import { Heading } from '#web/platform/ui/Heading.tsx'
import { Prose } from '#web/platform/ui/Prose.tsx'
import type { ReviewProps } from './kind.ts'
import styles from './TextWork.module.css'

/** A written work as a judge reads it: the text as running paragraphs with its length, then what is added to it. */
export default function TextReview({ lines }: ReviewProps) {
  const [text, ...others] = lines
  if (!text) return null
  return (
    <article className={styles.review}>
      <p className={styles.length}>{countedWords(text.words ?? countWords(text.value))}</p>
      <Prose className={styles.text ?? ''}>{text.value}</Prose>
      {others.map(({ label, value }) => (
        <section key={label}>
          <Heading level={3}>{label}</Heading>
          <p>{value}</p>
        </section>
      ))}
    </article>
  )
}
