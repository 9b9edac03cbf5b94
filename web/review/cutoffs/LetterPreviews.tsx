import { Heading } from '#web/platform/ui/Heading.tsx'
import { ConsoleLink } from '#web/seasons/console/ConsoleLink.tsx'
import styles from './Cutoffs.module.css'
import type { Letter } from './queries.ts'

/** Letters to real people, word for word as they will go out. */
export function LetterPreviews({ competition, letters }: { competition: string; letters: readonly Letter[] }) {
  if (letters.length === 0) return <p className={styles.quiet}>Пока никто не проходит: писать некому</p>
  return (
    <ol className={styles.letters}>
      {letters.map(({ test_id, name, email, subject, text }) => (
        <li key={test_id} className={styles.letter}>
          <p className={styles.quiet}>
            <ConsoleLink competition={competition} to={`/admin/${competition}/people/${test_id}`}>
              <bdi>{name}</bdi>
            </ConsoleLink>
            {email === '' ? '. Письма не будет, придёт уведомление' : `, ${email}`}
          </p>
          <Heading level={3} size={4}>
            {subject}
          </Heading>
          <p className={styles.letterText}>{text}</p>
        </li>
      ))}
    </ol>
  )
}
