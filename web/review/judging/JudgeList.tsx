import { useRef, useState } from 'react'
import { outOf } from '#shared/platform/text/unbroken.ts'
import { counted } from '#shared/platform/time/plural.ts'
import { showBanner } from '#web/platform/messages/banner.ts'
import { Confirm } from '#web/platform/ui/Confirm.tsx'
import { Fold } from '#web/platform/ui/Fold.tsx'
import { Heading } from '#web/platform/ui/Heading.tsx'
import type { StagePanelProps } from '#web/stages/kind.ts'
import { ConflictDialog } from './ConflictDialog.tsx'
import { JudgeInvitation } from './JudgeInvitation.tsx'
import { JudgeTable } from './JudgeTable.tsx'
import styles from './JudgingPanel.module.css'
import { OpenInvitations } from './OpenInvitations.tsx'
import { type Judge, type Judging, removeJudge, useShowJudging } from './panel-queries.ts'

interface JudgeListProps {
  place: StagePanelProps
  judging: Judging
  /** The part of the page around it already folds up, so the list has no fold of its own. */
  plain?: boolean
}

/** Who judges the works of a stage and how far each of them is. */
export function JudgeList({ place, judging: { judges, invitations, matches, state }, plain = false }: JudgeListProps) {
  const show = useShowJudging(place)
  const title = useRef<HTMLHeadingElement>(null)
  const [leaving, setLeaving] = useState<Judge | null>(null)
  const [conflicted, setConflicted] = useState<Judge | null>(null)
  const heading = (
    <Heading level={3} size={4} ref={title} tabIndex={-1}>
      Эксперты
    </Heading>
  )
  const people = (
    <>
      {judges.length === 0 ? (
        <p className={styles.quiet}>Экспертов пока нет. Позовите их по почте.</p>
      ) : (
        <JudgeTable judges={judges} matches={matches} onConflict={setConflicted} onRemove={setLeaving} />
      )}
      {invitations.length > 0 && <OpenInvitations place={place} invitations={invitations} />}
      <JudgeInvitation place={place} />
    </>
  )
  return (
    <div className={styles.part}>
      {plain ? (
        <>
          {heading}
          {people}
        </>
      ) : (
        <div>
          <Fold
            heading={heading}
            title="Эксперты"
            says={inBrief(judges, invitations.length)}
            waits={judges.length === 0 || state === 'setup' || judges.some(({ late }) => late > 0)}
            name="judging-judges"
          >
            <div className={styles.inside}>{people}</div>
          </Fold>
        </div>
      )}
      {leaving && (
        <Confirm
          title="Снять эксперта?"
          act="Снять"
          danger
          send={() => removeJudge(place, leaving.test_id)}
          onDone={(changed) => {
            show(changed)
            showBanner(`${leaving.name} больше не эксперт этого этапа`, 'success')
            title.current?.focus()
          }}
          onClose={() => setLeaving(null)}
        >
          <p>{matches ? fromMatches(leaving) : afterRemoval(leaving, state === 'reading')}</p>
        </Confirm>
      )}
      {conflicted && <ConflictDialog place={place} judge={conflicted} onClose={() => setConflicted(null)} />}
    </div>
  )
}

function inBrief(judges: readonly Judge[], invited: number): string {
  const sum = (what: 'assigned' | 'done') => judges.reduce((all, judge) => all + judge[what], 0)
  const who = counted(judges.length, 'эксперт', 'эксперта', 'экспертов')
  return `${who}, прочитано ${outOf(sum('done'), sum('assigned'))}${invited > 0 ? `, приглашены ещё ${invited}` : ''}`
}

const fromMatches = ({ name }: Judge) =>
  `${name}: то, что ещё не оценено, станет недоступно. Назначьте вместо него других.`

function afterRemoval({ name, assigned, done }: Judge, reading: boolean): string {
  const unread = assigned - done
  return [
    `${name}: работы этого этапа станут недоступны.`,
    done > 0 && `Сданные оценки (${done}) останутся в итогах.`,
    unread > 0 &&
      `${counted(unread, 'непрочитанную работу', 'непрочитанные работы', 'непрочитанных работ')} ${reading ? 'портал сам передаст другим' : 'получат другие, когда вы распределите работы'}.`,
    unread > 0 && 'Начатое сохранится: если эксперт вернётся, он найдёт его на месте.',
  ]
    .filter(Boolean)
    .join(' ')
}
