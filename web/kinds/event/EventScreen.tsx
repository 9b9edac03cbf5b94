import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { StageShell } from '#web/kinds/screen/StageShell.tsx'
import { EmptyState } from '#web/platform/ui/EmptyState.tsx'
import { Moments } from '#web/platform/ui/Moments.tsx'
import { QueryStates } from '#web/platform/ui/QueryStates.tsx'
import { EventFailed } from '#web/programme/bookings/EventFailed.tsx'
import { EventParts } from '#web/programme/bookings/EventParts.tsx'
import { windowWords } from '#web/programme/bookings/EventView.tsx'
import { eventSlotsQuery } from '#web/programme/bookings/queries.ts'
import type { StageScreenProps } from '#web/stages/kind.ts'
import styles from './Event.module.css'
import { eventOfStageQuery } from './queries.ts'

/** The schedule of the event that this stage is, with the person's place and ticket. */
export default function EventScreen({ stageId }: StageScreenProps) {
  const known = useQuery(eventOfStageQuery(stageId))
  return (
    <StageShell stageId={stageId} of={[known]} loading="Загружаем расписание…" failed="Расписание не загрузилось">
      {(_stage, { event_id }) =>
        event_id === null ? (
          <EmptyState title="Расписание ещё не составлено">
            Когда организаторы назначат время, здесь можно будет записаться.
          </EmptyState>
        ) : (
          <Schedule eventId={event_id} />
        )
      }
    </StageShell>
  )
}

function Schedule({ eventId }: { eventId: number }) {
  const query = useInfiniteQuery(eventSlotsQuery(eventId))
  return (
    <div className={styles.page}>
      <QueryStates
        of={[query]}
        loading="Загружаем расписание…"
        failed="Не удалось загрузить мероприятие"
        lines={4}
        height="4.5rem"
        failure={(error) => <EventFailed error={error} onRepeat={() => void query.refetch()} />}
      >
        {({ pages }) => {
          const event = pages.at(-1)?.offline_event
          return event ? (
            <>
              {event.cancelled === null && (
                <p className={styles.quiet}>
                  <Moments text={windowWords(event)} />
                </p>
              )}
              <EventParts event={event} />
            </>
          ) : null
        }}
      </QueryStates>
    </div>
  )
}
