import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { Suspense, use } from 'react'
import { EventsLink } from '#web/bookings/EventsLink.tsx'
import { TrackMeetings } from '#web/meetings/TrackMeetings.tsx'
import { failureReference, failureText } from '#web/platform/messages/failure-text.ts'
import { PageHeading } from '#web/platform/navigation/PageHeading.tsx'
import { PortalLink } from '#web/platform/navigation/PortalLink.tsx'
import { Button } from '#web/platform/ui/Button.tsx'
import { EmptyState } from '#web/platform/ui/EmptyState.tsx'
import { Skeleton } from '#web/platform/ui/Skeleton.tsx'
import { StagePath } from '#web/platform/ui/StagePath/StagePath.tsx'
import { Disqualification } from '#web/stages/Disqualification.tsx'
import { serverNow } from '#web/stages/server-clock.ts'
import type { Stage } from '#web/stages/stage.ts'
import { stageNode } from '#web/stages/stage-node.ts'
import { useStages } from '#web/stages/use-stages.ts'
import { loadLook, lookOf } from '#web/themes/themes.ts'
import { tracksQuery, useCompetition } from './queries.ts'
import styles from './TrackPage.module.css'

/** The main page of a participant: all stages, what is due now, and why the others are closed. */
export function TrackPage() {
  const { competition = '', track = '' } = useParams({ strict: false }) as Record<string, string | undefined>
  const { data, error, refetch } = useStages(competition, track)
  const { data: tracks } = useQuery(tracksQuery(competition))
  const title = tracks?.find((each) => each.code === track)?.title ?? 'Этапы'
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        {tracks && tracks.length > 1 && (
          <p>
            <PortalLink to={`/${competition}`}>Все треки</PortalLink>
          </p>
        )}
        <PageHeading title={title} />
      </header>
      <Disqualification of={data?.disqualification} />
      {data ? (
        data.stages.length > 0 ? (
          <>
            <Path stages={data.stages} competition={competition} track={track} />
            <TrackMeetings stages={data.stages} />
          </>
        ) : (
          <EmptyState title="Этапы ещё не объявлены">Мы пришлём уведомление, когда программа будет готова.</EmptyState>
        )
      ) : error ? (
        <EmptyState
          kind="failed"
          title="Не удалось загрузить этапы"
          action={<Button onClick={() => refetch()}>Повторить</Button>}
        >
          {failureText(error)}
          {failureReference(error) && ` Номер обращения: ${failureReference(error)}`}
        </EmptyState>
      ) : (
        <Skeleton lines={10} label="Загружаем этапы" />
      )}
      {data && <EventsLink competition={competition} />}
    </div>
  )
}

function Path({ stages, competition, track }: { stages: Stage[]; competition: string; track: string }) {
  const look = lookOf(useCompetition())
  const nodes = stages.map((stage) => stageNode(stage, competition, track))
  return (
    <StagePath
      nodes={nodes}
      now={serverNow().getTime()}
      backdrop={
        <Suspense fallback={null}>
          <Drawing look={look} />
        </Suspense>
      }
      link={({ href, className, children }) => (
        <PortalLink to={href} className={className}>
          {children}
        </PortalLink>
      )}
    />
  )
}

function Drawing({ look }: { look: string }) {
  const { Background } = use(loadLook(look))
  return <Background />
}
