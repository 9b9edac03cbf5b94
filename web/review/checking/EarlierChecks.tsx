import { Heading } from '#web/platform/ui/Heading.tsx'
import { Moments } from '#web/platform/ui/Moments.tsx'
import { momentInWords } from '#web/stages/StagePath/deadline.ts'
import styles from './Check.module.css'
import type { DeskWork } from './queries.ts'

const said = { accept: 'Принято', return: 'Возвращено на доработку', refuse: 'Отказ' }

/** What others have decided about earlier versions, and a refusal that waits for a second look. */
export function EarlierChecks({ checks }: { checks: DeskWork['checks'] }) {
  if (checks.length === 0) return null
  return (
    <section className={styles.earlier}>
      <Heading level={2} size={4}>
        Прежние решения
      </Heading>
      <ol className={styles.checks}>
        {checks.toReversed().map(({ by, verdict, final, reason, note, revision, decided_at }) => (
          <li key={decided_at}>
            <strong>{final ? said[verdict] : 'Предложен отказ'}</strong>
            <span className={styles.quiet}>
              {by || 'Проверяющего больше нет'}, <Moments text={momentInWords(decided_at)} />
              {revision !== null && `, версия ${revision}`}
            </span>
            {reason && <p>{reason}</p>}
            {note && <p className={styles.quiet}>Заметка: {note}</p>}
          </li>
        ))}
      </ol>
    </section>
  )
}
