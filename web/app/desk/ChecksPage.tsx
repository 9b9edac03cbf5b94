import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { PageHeading } from '#web/platform/navigation/PageHeading.tsx'
import { EmptyState } from '#web/platform/ui/EmptyState.tsx'
import { QueryStates } from '#web/platform/ui/QueryStates.tsx'
import { Cancellations } from '#web/programme/lessons/Cancellations.tsx'
import { cancellationsQuery } from '#web/programme/lessons/queries.ts'
import { OpenAppeals } from '#web/review/appeals/OpenAppeals.tsx'
import { openAppealsQuery } from '#web/review/appeals/queries.ts'
import styles from '#web/review/checking/Desk.module.css'
import { QueueCard } from '#web/review/checking/QueueCard.tsx'
import { queuesQuery } from '#web/review/checking/queries.ts'
import { ConsoleCrumbs } from '#web/seasons/console/ConsoleCrumbs.tsx'

/** What waits for a decision in one competition: works by stage, appeals, and lessons that a school has cancelled. */
export function ChecksPage() {
  const { competition } = useParams({ from: '/admin/$competition' })
  const all = [useQuery(queuesQuery), useQuery(openAppealsQuery), useQuery(cancellationsQuery)] as const
  const here = ({ competition_code }: { competition_code: string }) => competition_code === competition
  return (
    <div className={styles.page}>
      <header className={styles.section}>
        <ConsoleCrumbs competition={competition} page="Проверка" />
        <PageHeading title="Проверка" size={2} />
      </header>
      <QueryStates of={all} loading="Загружаем очереди" failed="Очереди не загрузились" lines={6}>
        {({ queues }, { appeals }, { cancellations }) => {
          const waiting = queues.filter(here)
          return (
            <>
              <OpenAppeals competition={competition} />
              {waiting.length > 0 && (
                <ul className={styles.queues} aria-label="Очереди">
                  {waiting.map((queue) => (
                    <QueueCard key={queue.stage_id} queue={queue} level={2} />
                  ))}
                </ul>
              )}
              <Cancellations competition={competition} />
              {[waiting, appeals.filter(here), cancellations.filter(here)].every(({ length }) => length === 0) && (
                <EmptyState title="Проверять пока нечего">
                  Работы появятся здесь, когда участники сдадут их на этапах, которые проверяют люди.
                </EmptyState>
              )}
            </>
          )
        }}
      </QueryStates>
    </div>
  )
}
