import { parseWire, showDateTime } from '#shared/platform/time/moscow.ts'
import styles from './Participants.module.css'
import type { Participant } from './queries.ts'

/** What happened to a participant, the latest first. */
export function History({ acts }: { acts: Participant['history'] }) {
  if (acts.length === 0) return <p className={styles.quiet}>Пока ничего не происходило</p>
  return (
    <ol className={styles.history}>
      {acts.map(({ at, text, note, by }) => (
        <li key={`${at} ${text}`}>
          <p className={styles.quiet}>
            <time>{momentOf(at)}</time>
            {by !== '' && `. ${by}`}
          </p>
          <p>{text}</p>
          {note !== '' && <p className={styles.note}>{note}</p>}
        </li>
      ))}
    </ol>
  )
}

function momentOf(wire: string): string {
  const moment = parseWire(wire)
  return moment ? showDateTime(moment) : wire
}
