import { countWords } from '#shared/text/count-words.ts'
import { counted } from '#shared/time/plural.ts'
import { Heading } from '#web/platform/ui/Heading.tsx'
import { Prose } from '#web/platform/ui/Prose.tsx'
import type { ReviewProps } from '#web/stages/kind.ts'
import styles from './Essay.module.css'

/** An essay for assessors: the text in paragraphs with its length, then the attached file. */
export default function EssayReview({ lines }: ReviewProps) {
  const [text, ...others] = lines
  if (!text) return null
  return (
    <article className={styles.review}>
      <p className={styles.length}>{counted(countWords(text.value), 'слово', 'слова', 'слов')}</p>
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
