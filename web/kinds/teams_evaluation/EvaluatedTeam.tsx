import { useState } from 'react'
import { outOf } from '#shared/platform/text/unbroken.ts'
import { counted } from '#shared/platform/time/plural.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Facts } from '#web/platform/ui/Facts.tsx'
import { inPoints } from '#web/review/judging/points.ts'
import type { StagePanelProps } from '#web/stages/kind.ts'
import { StatusBadge } from '#web/stages/StatusBadge.tsx'
import { ObserversDialog } from './ObserversDialog.tsx'
import { onlyWords } from './only-words.ts'
import type { Evaluation, EvaluatedTeam as Team } from './panel-queries.ts'
import styles from './TeamsEvaluationPanel.module.css'

const observersInWords = (observers: Team['observers']): string =>
  observers.length === 0
    ? 'не назначены'
    : observers
        .map((one) => `${one.name}${one.conflict ? ' (конфликт интересов)' : ''}, ${one.done ? 'оценки есть' : 'ждём'}`)
        .join('; ')

interface EvaluatedTeamProps {
  place: StagePanelProps
  team: Team
  data: Evaluation
}

/** One team: who is late, what to look at, and after the count the means that may be shown. */
export function EvaluatedTeam({ place, team, data }: EvaluatedTeamProps) {
  const [naming, setNaming] = useState(false)
  const { name, members, flags, mean, observers, agreed } = team
  const done = members.filter((member) => member.done).length
  const counted_ = data.counted_at !== null
  const late = members.filter((member) => !member.done).map((member) => member.name)
  const alone = members.length < 2
  return (
    <li className={styles.team}>
      <div className={styles.facts}>
        <strong>
          <bdi>{name}</bdi>
        </strong>
        <p className={styles.quiet}>
          <Facts
            of={[
              alone
                ? 'один человек: оценивать некого'
                : `оценили ${outOf(done, members.length)}${late.length > 0 ? `, ${counted_ ? 'не оценили' : 'ждём'}: ${late.join(', ')}` : ''}`,
              onlyWords(team) && 'вдвоём: только слова, без чисел',
            ]}
          />
        </p>
        {flags && (flags.straight > 0 || flags.pairs > 0) && (
          <p className={styles.flags}>
            {flags.straight > 0 && (
              <StatusBadge look="trouble">Поставили всем одно и то же: {flags.straight}</StatusBadge>
            )}
            {flags.pairs > 0 && (
              <StatusBadge look="trouble">Высшие друг другу: {counted(flags.pairs, 'пара', 'пары', 'пар')}</StatusBadge>
            )}
          </p>
        )}
        {counted_ && !alone && (
          <>
            {members.every(({ raters, score }) => !raters && score === null) ? (
              <p className={styles.quiet}>Отчётов нет: никто никого не оценил</p>
            ) : (
              <ul className={styles.members}>
                {members.map((member) => (
                  <li key={member.test_id}>
                    <bdi>{member.name}</bdi> — {reportOf(member)}
                    {member.score !== null && `, балл ${inPoints(member.score)}`}
                  </li>
                ))}
              </ul>
            )}
            {mean !== null && <p className={styles.quiet}>В среднем по команде — {inPoints(mean)}</p>}
          </>
        )}
        {data.competencies > 0 && (
          <p className={styles.quiet}>
            <Facts of={[`Наблюдатели: ${observersInWords(observers)}`, agreed && 'оценки согласованы']} />
          </p>
        )}
      </div>
      {data.competencies > 0 && !counted_ && (
        <Button kind="quiet" size="s" aria-label={`Наблюдатели команды ${name}`} onClick={() => setNaming(true)}>
          Наблюдатели
        </Button>
      )}
      {naming && <ObserversDialog place={place} team={team} data={data} onClose={() => setNaming(false)} />}
    </li>
  )
}

function reportOf({ mean, raters }: Team['members'][number]): string {
  if (mean !== null) return inPoints(mean)
  return raters ? `отчёта нет, оценили: ${raters}` : 'отчёта нет, никто не оценил'
}
