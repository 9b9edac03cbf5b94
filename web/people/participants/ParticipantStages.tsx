import { useState } from 'react'
import { quoted } from '#shared/platform/text/quoted.ts'
import { parseWire, showDateTime } from '#shared/platform/time/moscow.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Disclosure } from '#web/platform/ui/Disclosure.tsx'
import { Heading } from '#web/platform/ui/Heading.tsx'
import { Moments } from '#web/platform/ui/Moments.tsx'
import { Panel } from '#web/platform/ui/Panel.tsx'
import { VisuallyHidden } from '#web/platform/ui/VisuallyHidden.tsx'
import { StatusBadge } from '#web/stages/StatusBadge.tsx'
import { ExtendDialog } from './ExtendDialog.tsx'
import styles from './Participants.module.css'
import type { ParticipantStage } from './queries.ts'

interface Whose {
  competition: string
  testId: number
}

/** Every stage as the participant sees it, with what it depends on and where its end comes from. */
export function ParticipantStages({ whose, stages }: { whose: Whose; stages: readonly ParticipantStage[] }) {
  const [extended, setExtended] = useState<ParticipantStage | null>(null)
  const own = stages.filter(({ status }) => status !== 'hidden')
  const hidden = stages.filter(({ status }) => status === 'hidden')
  return (
    <Panel title="Этапы">
      {own.length === 0 && <p className={styles.quiet}>Этапов, которые видит участник, пока нет</p>}
      <ol className={styles.stages}>
        {own.map((stage) => (
          <li key={stage.code} className={styles.stage}>
            <div className={styles.stageHead}>
              <Heading level={3} size={4}>
                {stage.title}
              </Heading>
              <StatusBadge status={stage.status} />
            </div>
            <p className={styles.told}>
              <Moments text={stage.reason} />. <span className={styles.quiet}>{stage.kind_title}</span>
            </p>
            <Why stage={stage} />
            {stage.extendable && (
              <Button kind="quiet" size="s" onClick={() => setExtended(stage)}>
                Продлить срок<VisuallyHidden> этапа {quoted(stage.title)}</VisuallyHidden>
              </Button>
            )}
          </li>
        ))}
      </ol>
      {hidden.length > 0 && (
        <p className={styles.quiet}>
          Участник не видит этапы, которые к нему не относятся: {hidden.map(({ title }) => quoted(title)).join(', ')}.
        </p>
      )}
      {extended && <ExtendDialog whose={whose} stage={extended} onClose={() => setExtended(null)} />}
    </Panel>
  )
}

const signs = { met: 'выполнено', pending: 'ещё нет', failed: 'не выполнено' }

function Why({ stage: { conditions, window, handed_in_at } }: { stage: ParticipantStage }) {
  const handedIn = handed_in_at === null ? null : parseWire(handed_in_at)
  return (
    <Disclosure className={styles.why} says="Почему так">
      <ul>
        {handedIn && (
          <li>
            Сдано <Moments text={showDateTime(handedIn)} />
          </li>
        )}
        {conditions.map(({ state, text }) => (
          <li key={text}>
            {text}: {signs[state]}
          </li>
        ))}
        {window.map((step) => (
          <li key={step}>
            <Moments text={step} />
          </li>
        ))}
      </ul>
    </Disclosure>
  )
}
