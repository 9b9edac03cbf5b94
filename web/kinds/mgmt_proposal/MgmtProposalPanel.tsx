import { useQuery } from '@tanstack/react-query'
import { counted } from '#shared/platform/time/plural.ts'
import { useList } from '#web/platform/navigation/use-list.ts'
import { Facts } from '#web/platform/ui/Facts.tsx'
import { Panel } from '#web/platform/ui/Panel.tsx'
import { QueryStates } from '#web/platform/ui/QueryStates.tsx'
import { useRight } from '#web/seasons/console/rights.ts'
import type { StagePanelProps } from '#web/stages/kind.ts'
import styles from './MgmtProposalPanel.module.css'
import { proposalsQuery } from './panel-queries.ts'
import { Shortlist } from './Shortlist.tsx'
import { StaffTopics } from './StaffTopics.tsx'
import { TopicTable } from './TopicTable.tsx'

/** Topics with their places and people, and the proposals with what they may be used for. */
export default function MgmtProposalPanel(place: StagePanelProps) {
  // What people write is shown only to organisers with the right `assessment`.
  if (!useRight('assessment')) return null
  return <Proposals {...place} />
}

function Proposals(place: StagePanelProps) {
  const list = useList('proposals', {})
  const proposals = useQuery(proposalsQuery(place, list.asked.page))
  return (
    <QueryStates of={[proposals]} loading="Загружаем предложения…" failed="Предложения не загрузились" height="12rem">
      {(data) => (
        <div className={styles.panels}>
          <Panel
            id="topics"
            title="Темы"
            says={<Facts of={data.topics.map(({ title, taken }) => `${title}: ${taken}`)} />}
            read
          >
            <TopicTable topics={data.topics} />
          </Panel>
          <Panel
            id="curators"
            title="Кураторы и эксперты тем"
            says={data.staff.map(({ name }) => name).join(', ') || 'Пока никого'}
          >
            <StaffTopics place={place} staff={data.staff} topics={data.topics} />
          </Panel>
          <Panel
            id="proposals"
            title="Предложения и аннотации"
            says={counted(data.count, 'предложение', 'предложения', 'предложений')}
            read
          >
            <Shortlist place={place} proposals={proposals} list={list} forAgency={data.for_agency} />
          </Panel>
        </div>
      )}
    </QueryStates>
  )
}
