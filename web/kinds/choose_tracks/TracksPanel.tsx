import { useQuery } from '@tanstack/react-query'
import { outOf } from '#shared/platform/text/unbroken.ts'
import { DataTable } from '#web/platform/ui/DataTable.tsx'
import { Panel } from '#web/platform/ui/Panel.tsx'
import { QueryStates } from '#web/platform/ui/QueryStates.tsx'
import { useRight } from '#web/seasons/console/rights.ts'
import type { StagePanelProps } from '#web/stages/kind.ts'
import { AllocationPanel } from './AllocationPanel.tsx'
import { NewsPanel } from './NewsPanel.tsx'
import { type Overview, overviewQuery } from './panel-queries.ts'
import { TrackPeopleList } from './TrackPeopleList.tsx'
import styles from './TracksPanel.module.css'

/** Places, people and what organisers do with them. */
export default function TracksPanel(place: StagePanelProps) {
  // What people choose is shown only to organisers with the right `assessment`.
  if (!useRight('assessment')) return null
  return <Loaded {...place} />
}

function Loaded(place: StagePanelProps) {
  const overview = useQuery(overviewQuery(place))
  const edits = useRight('competitions')
  return (
    <QueryStates of={[overview]} loading="Загружаем треки…" failed="Треки не загрузились" height="12rem">
      {(data) => (
        <div className={styles.panels}>
          <Panel id="tracks" title="Места в треках">
            <Places overview={data} />
          </Panel>
          {data.mode !== 'at_once' && <AllocationPanel place={place} overview={data} />}
          <TrackPeopleList place={place} tracks={data.tracks} />
          {edits && data.closes_at && data.tracks.length > 0 && <NewsPanel place={place} overview={data} />}
        </div>
      )}
    </QueryStates>
  )
}

function Places({ overview: { tracks, undecided } }: { overview: Overview }) {
  if (tracks.length === 0) return <p className={styles.quiet}>Треков пока нет: отметьте их в настройках этапа</p>
  return (
    <>
      <DataTable
        label="Места в треках"
        sorts="tracks"
        rows={tracks}
        keyOf={({ code }) => code}
        columns={[
          { title: 'Трек', width: 38, value: ({ title }) => title },
          {
            title: 'Мест занято',
            kind: 'number',
            value: ({ given }) => given,
            cell: ({ limit, given }) => (limit === 0 ? given : outOf(given, limit)),
          },
          { title: 'Ждут одобрения', kind: 'number', value: ({ asked }) => asked },
          { title: 'Назвали первым', kind: 'number', value: ({ first }) => first },
        ]}
      />
      <p className={styles.quiet}>Ещё не выбрали: {undecided}</p>
    </>
  )
}
