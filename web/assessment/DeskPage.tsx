import { useQuery } from '@tanstack/react-query'
import { counted, plural } from '#shared/time/plural.ts'
import { OpenAppeals } from '#web/appeals/OpenAppeals.tsx'
import { Doors } from '#web/bookings/Doors.tsx'
import { doorsQuery } from '#web/bookings/queries.ts'
import { JudgedCard } from '#web/judging/JudgedCard.tsx'
import { type JudgedStage, judgedQuery } from '#web/judging/queries.ts'
import { Cancellations } from '#web/lessons/Cancellations.tsx'
import { ObservedTeams } from '#web/observations/ObservedTeams.tsx'
import { observationsQuery } from '#web/observations/queries.ts'
import { PageHeading } from '#web/platform/navigation/PageHeading.tsx'
import { EmptyState } from '#web/platform/ui/EmptyState.tsx'
import { QueryStates } from '#web/platform/ui/QueryStates.tsx'
import { JudgedMatches } from '#web/playoff/JudgedMatches.tsx'
import { matchesQuery } from '#web/playoff/queries.ts'
import styles from './Desk.module.css'
import { QueueCard } from './QueueCard.tsx'
import { type Queue, queuesQuery } from './queries.ts'

/** The home of assessors and checkers: their queues, the longest wait first. */
export function DeskPage() {
  const query = useQuery(queuesQuery)
  const judged = useQuery(judgedQuery)
  const played = useQuery(matchesQuery)
  const watched = useQuery(observationsQuery)
  const guarded = useQuery(doorsQuery)
  return (
    <div className={styles.page}>
      <QueryStates
        of={[query, judged, played, watched, guarded]}
        loading="Загружаем очереди"
        failed="Очереди не загрузились"
        lines={6}
      >
        {({ queues }, { stages }, { matches }, { observations }, { doors }) => (
          <>
            <header className={styles.head}>
              <PageHeading title="Рабочий стол" />
              {queues.length > 0 && <p className={styles.lead}>{waitingWords(queues)}</p>}
              {stages.length > 0 && <p className={styles.lead}>{toReadWords(stages)}</p>}
            </header>
            <JudgedMatches matches={matches} />
            <ObservedTeams observations={observations} />
            <Doors doors={doors} />
            {[queues, stages, matches, observations, doors].every(({ length }) => length === 0) ? (
              <EmptyState title="Работ для вас сейчас нет">
                Когда организаторы назначат вам работы, они появятся здесь: сколько их, до какого срока и с чего начать.
              </EmptyState>
            ) : queues.length === 0 && stages.length === 0 ? null : (
              <ul className={styles.queues} aria-label="Очереди">
                {stages.map((stage) => (
                  <JudgedCard key={`judging ${stage.stage_id}`} stage={stage} />
                ))}
                {queues.map((queue) => (
                  <QueueCard key={queue.stage_id} queue={queue} />
                ))}
              </ul>
            )}
            <OpenAppeals />
            <Cancellations />
          </>
        )}
      </QueryStates>
    </div>
  )
}

function waitingWords(queues: readonly Queue[]): string {
  const left = queues.reduce((total, queue) => total + queue.left, 0)
  const late = queues.reduce((total, queue) => total + queue.late, 0)
  if (left === 0) return 'Всё проверено: никто не ждёт вашего решения.'
  const teams = queues.filter(({ of }) => of === 'teams').reduce((total, queue) => total + queue.left, 0)
  const works = left - teams
  const waiting = [
    works > 0 && counted(works, 'работа', 'работы', 'работ'),
    teams > 0 && counted(teams, 'команда', 'команды', 'команд'),
  ]
  const waits = `Вашего решения ${plural(works || teams, 'ждёт', 'ждут', 'ждут')} ${waiting.filter(Boolean).join(' и ')}`
  if (late === 0) return `${waits}.`
  return late === left ? `${waits}, и все — дольше обещанного.` : `${waits}, из них дольше обещанного — ${late}.`
}

function toReadWords(stages: readonly JudgedStage[]): string {
  const left = stages.reduce((total, stage) => total + stage.left, 0)
  if (left === 0) return 'Все порученные вам работы оценены.'
  return `${plural(left, 'Осталась', 'Осталось', 'Осталось')} оценить ${counted(left, 'работу', 'работы', 'работ')}.`
}
