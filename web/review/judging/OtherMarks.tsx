import { Heading } from '#web/platform/ui/Heading.tsx'
import styles from '#web/review/checking/Check.module.css'
import { verdictWords } from './MarksPanel.tsx'
import { pointsInWords } from './points-in-words.ts'
import type { Reading } from './queries.ts'

/** The marks of the other judges; they are sent only after the judge's own marks are handed in. */
export function OtherMarks({ reading: { others } }: { reading: Reading }) {
  if (others.length === 0) return null
  return (
    <section className={styles.earlier} aria-labelledby="other-marks">
      <Heading level={2} size={4} id="other-marks">
        Оценки других экспертов
      </Heading>
      <ul className={styles.checks}>
        {others.map(({ name, total, comment, verdict }) => (
          <li key={name}>
            <strong>{pointsInWords(total)}</strong>
            <span className={styles.quiet}>
              {verdict === null ? name : `${name}: ${verdictWords[verdict].toLowerCase()}`}
            </span>
            {comment !== '' && <span>{comment}</span>}
          </li>
        ))}
      </ul>
    </section>
  )
}
