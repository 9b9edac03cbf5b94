import { useQuery } from '@tanstack/react-query'
import { stageNode } from '#web/kinds/stage-node.ts'
import { serverNow } from '#web/platform/api/server-clock.ts'
import { PageHeading } from '#web/platform/navigation/PageHeading.tsx'
import { PortalLink } from '#web/platform/navigation/PortalLink.tsx'
import { EmptyState } from '#web/platform/ui/EmptyState.tsx'
import { QueryStates } from '#web/platform/ui/QueryStates.tsx'
import { EventsLink } from '#web/programme/bookings/EventsLink.tsx'
import { TrackMeetings } from '#web/programme/meetings/TrackMeetings.tsx'
import { tracksQuery, useCompetition } from '#web/seasons/competitions/queries.ts'
import { LookDrawing } from '#web/seasons/themes/LookDrawing.tsx'
import { lookOf } from '#web/seasons/themes/themes.ts'
import { Disqualification } from '#web/stages/Disqualification.tsx'
import { StagePath } from '#web/stages/StagePath/StagePath.tsx'
import type { Stage } from '#web/stages/stage.ts'
import { useStageAddress } from '#web/stages/use-stage-address.ts'
import { useStages } from '#web/stages/use-stages.ts'
import { TrackHead } from './TrackHead.tsx'
import styles from './TrackPage.module.css'

/** The main page of a participant: all stages, what is due now, and why the others are closed. */
export function TrackPage() {
  const { competition, track } = useStageAddress()
  const query = useStages(competition, track)
  const { data: tracks } = useQuery(tracksQuery(competition))
  const title = tracks?.find((each) => each.code === track)?.title ?? 'Этапы'
  return (
    <div className={styles.page}>
      <TrackHead
        above={
          tracks &&
          tracks.length > 1 && (
            <PortalLink alone to={`/${competition}`}>
              Все треки
            </PortalLink>
          )
        }
      >
        <PageHeading title={title} />
      </TrackHead>
      <Disqualification of={query.data?.disqualification} />
      <QueryStates of={[query]} loading="Загружаем этапы" failed="Не удалось загрузить этапы" lines={10}>
        {({ stages }) =>
          stages.length > 0 ? (
            <>
              <Path stages={stages} competition={competition} track={track} />
              <TrackMeetings stages={stages} />
            </>
          ) : (
            <EmptyState title="Этапы ещё не объявлены">
              Мы пришлём уведомление, когда программа будет готова.
            </EmptyState>
          )
        }
      </QueryStates>
      {query.data && <EventsLink competition={competition} />}
    </div>
  )
}

function Path({ stages, competition, track }: { stages: Stage[]; competition: string; track: string }) {
  const look = lookOf(useCompetition())
  const nodes = stages.map((stage) => stageNode(stage, competition, track, stages))
  return (
    <StagePath
      nodes={nodes}
      now={serverNow().getTime()}
      backdrop={<LookDrawing look={look} />}
      link={({ href, className, children }) => (
        <PortalLink to={href} className={className}>
          {children}
        </PortalLink>
      )}
    />
  )
}
