import { useQuery } from '@tanstack/react-query'
import { counted, plural } from '#shared/platform/time/plural.ts'
import { Tile } from '#web/accounts/homes/Tile.tsx'
import { JudgedMatches } from '#web/kinds/playoff/desk/JudgedMatches.tsx'
import { type ListedMatch, matchesQuery } from '#web/kinds/playoff/desk/queries.ts'
import { ObservedTeams } from '#web/kinds/teams_evaluation/desk/ObservedTeams.tsx'
import { type ListedObservation, observationsQuery } from '#web/kinds/teams_evaluation/desk/queries.ts'
import { serverNow } from '#web/platform/api/server-clock.ts'
import { PageHeading } from '#web/platform/navigation/PageHeading.tsx'
import { ColourField } from '#web/platform/ui/ColourField.tsx'
import { EmptyState } from '#web/platform/ui/EmptyState.tsx'
import { Heading } from '#web/platform/ui/Heading.tsx'
import { QueryStates } from '#web/platform/ui/QueryStates.tsx'
import { useFew } from '#web/platform/ui/use-few.tsx'
import { Doors } from '#web/programme/bookings/Doors.tsx'
import { doorsQuery } from '#web/programme/bookings/queries.ts'
import { Cancellations } from '#web/programme/lessons/Cancellations.tsx'
import { OpenAppeals } from '#web/review/appeals/OpenAppeals.tsx'
import { openAppealsQuery } from '#web/review/appeals/queries.ts'
import styles from '#web/review/checking/Desk.module.css'
import { QueueCard } from '#web/review/checking/QueueCard.tsx'
import { type Queue, queuesQuery } from '#web/review/checking/queries.ts'
import { BackgroundPanel } from '#web/review/judging/BackgroundPanel.tsx'
import { JudgedCard } from '#web/review/judging/JudgedCard.tsx'
import { type JudgedStage, judgedQuery } from '#web/review/judging/queries.ts'
import { LookDrawing } from '#web/seasons/themes/LookDrawing.tsx'
import { momentInWords, timeSince } from '#web/stages/StagePath/deadline.ts'

/**
 * The home of assessors and checkers: numbers of what waits and until when, then their queues, the longest wait first.
 */
export function DeskPage() {
  const query = useQuery(queuesQuery)
  const judged = useQuery(judgedQuery)
  const played = useQuery(matchesQuery)
  const watched = useQuery(observationsQuery)
  const guarded = useQuery(doorsQuery)
  const appealed = useQuery(openAppealsQuery)
  return (
    <div className={styles.page}>
      <QueryStates
        of={[query, judged, played, watched, guarded, appealed]}
        loading="Загружаем очереди"
        failed="Очереди не загрузились"
        lines={6}
      >
        {({ queues }, { stages, asks_background: asked }, { matches }, { observations }, { doors }, { appeals }) => {
          return (
            <>
              <ColourField as="header" className={styles.head} backdrop={<LookDrawing look="default" />}>
                <PageHeading title="Рабочий стол" size="hero" />
                <p className={styles.lead}>{waitingWords(queues, stages)}</p>
                <ul className={styles.tiles} aria-label="Что ждёт вас">
                  <Matches matches={matches} />
                  <Teams observations={observations} />
                  {appeals.length > 0 && (
                    <Tile count={appeals.length} label="Апелляции" to="/desk#appeals" waits>
                      ждут ответа
                    </Tile>
                  )}
                  {stages.length > 0 && (
                    <Tile count={sum(stages, ({ left }) => left)} label="Оценить" to="/desk#to-judge" waits>
                      {judgedNote(stages)}
                    </Tile>
                  )}
                  {queues.length > 0 && (
                    <Tile count={sum(queues, ({ left }) => left)} label="Проверить" to="/desk#to-check" waits>
                      {checkedNote(queues)}
                    </Tile>
                  )}
                </ul>
              </ColourField>
              {asked && <BackgroundPanel />}
              <JudgedMatches matches={matches} />
              <ObservedTeams observations={observations} />
              <Doors doors={doors} />
              {stages.length > 0 && (
                <section className={styles.part} aria-labelledby="to-judge">
                  <Heading level={2} size={3} id="to-judge">
                    Оценить
                  </Heading>
                  <ToJudge stages={stages} />
                </section>
              )}
              {queues.length > 0 && (
                <section className={styles.part} aria-labelledby="to-check">
                  <Heading level={2} size={3} id="to-check">
                    Проверить
                  </Heading>
                  <ToCheck queues={queues} />
                </section>
              )}
              {[queues, stages, matches, observations, doors].every(({ length }) => length === 0) && (
                <EmptyState title="Работ для вас сейчас нет">
                  Когда организаторы назначат вам работы, они появятся здесь: сколько их, до какого срока и с чего
                  начать.
                </EmptyState>
              )}
              <OpenAppeals />
              <Cancellations />
            </>
          )
        }}
      </QueryStates>
    </div>
  )
}

/** How many queues a phone shows before «Показать ещё»; those that wait longest come first. */
const fewQueues = 4

function ToJudge({ stages }: { stages: readonly JudgedStage[] }) {
  const { shown, list, more } = useFew<JudgedStage, HTMLUListElement>(stages, fewQueues, 'работы на оценку')
  return (
    <>
      <ul ref={list} className={styles.queues} aria-label="Работы на оценку">
        {shown.map((stage) => (
          <JudgedCard key={stage.stage_id} stage={stage} />
        ))}
      </ul>
      {more}
    </>
  )
}

function ToCheck({ queues }: { queues: readonly Queue[] }) {
  const { shown, list, more } = useFew<Queue, HTMLUListElement>(queues, fewQueues, 'очереди')
  return (
    <>
      <ul ref={list} className={styles.queues} aria-label="Очереди">
        {shown.map((queue) => (
          <QueueCard key={queue.stage_id} queue={queue} />
        ))}
      </ul>
      {more}
    </>
  )
}

function Matches({ matches }: { matches: readonly ListedMatch[] }) {
  const ahead = matches.filter(({ done }) => !done)
  if (ahead.length === 0) return null
  const next = ahead.find(({ starts_at }) => starts_at)?.starts_at
  return (
    <Tile count={ahead.length} label="Матчи" to="/desk#judged-matches" waits={ahead.some(({ open }) => open)}>
      {next ? momentInWords(next) : 'время не назначено'}
    </Tile>
  )
}

function Teams({ observations }: { observations: readonly ListedObservation[] }) {
  if (observations.length === 0) return null
  const due = observations.filter(({ state }) => state === 'watching' || state === 'agreeing').length
  return (
    <Tile count={due} label="Команды" to="/desk#observed-teams" waits>
      {due > 0 ? 'ждут ваших оценок' : 'оценки сданы'}
    </Tile>
  )
}

function sum<T>(all: readonly T[], of: (one: T) => number): number {
  return all.reduce((total, one) => total + of(one), 0)
}

function waitingWords(queues: readonly Queue[], stages: readonly JudgedStage[]): string {
  const teams = sum(queues, ({ of, left }) => (of === 'teams' ? left : 0))
  const works = sum(queues, ({ left }) => left) - teams + sum(stages, ({ left }) => left)
  const waiting = [
    ...(works > 0 ? [counted(works, 'работа', 'работы', 'работ')] : []),
    ...(teams > 0 ? [counted(teams, 'команда', 'команды', 'команд')] : []),
  ]
  if (waiting.length > 0) return `${plural(works || teams, 'Ждёт', 'Ждут', 'Ждут')} вас ${waiting.join(' и ')}.`
  return queues.length + stages.length > 0 ? 'Все работы проверены и оценены.' : 'Работ вам пока не поручили.'
}

function judgedNote(stages: readonly JudgedStage[]): string {
  const [until] = stages.flatMap((stage) => (stage.left > 0 && stage.until !== null ? [stage.until] : [])).sort()
  if (until) return `до ${momentInWords(until)}`
  return stages.some(({ left }) => left > 0) ? 'срок не назначен' : 'всё оценено'
}

function checkedNote(queues: readonly Queue[]): string {
  const [oldest] = queues.flatMap((queue) => (queue.left > 0 && queue.oldest !== null ? [queue.oldest] : [])).sort()
  if (!oldest) return 'всё проверено'
  const late = sum(queues, (queue) => queue.late)
  const waits = `дольше всех ждут ${timeSince(oldest, serverNow().getTime())}`
  return late > 0 ? `${waits}, дольше обещанного: ${late}` : waits
}
