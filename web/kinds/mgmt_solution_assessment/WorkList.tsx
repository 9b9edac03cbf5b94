import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { peerPage } from '#shared/kinds/mgmt_solution_assessment/limits.ts'
import { useList } from '#web/platform/navigation/use-list.ts'
import { useTicked } from '#web/platform/ui/DataTable.tsx'
import { FailureNotice } from '#web/platform/ui/FailureNotice.tsx'
import { PagedList } from '#web/platform/ui/PagedList.tsx'
import { Panel } from '#web/platform/ui/Panel.tsx'
import { Select } from '#web/platform/ui/Select.tsx'
import { ListDecision } from '#web/review/judging/ListDecision.tsx'
import { type Reference, ReferenceDialog } from '#web/review/judging/ReferenceDialog.tsx'
import type { StagePanelProps } from '#web/stages/kind.ts'
import styles from './PeerPanel.module.css'
import { callsOf, type Only, type Peer, type PeerWork, useAct, worksQuery } from './panel-queries.ts'
import { type BusyWith, WorkRows } from './WorkRows.tsx'

const filters = [
  { value: 'all', label: 'Все' },
  { value: 'short', label: 'Не хватает оценок' },
  { value: 'disputed', label: 'Спорные' },
  { value: 'suspicious', label: 'С сомнительными оценками' },
  { value: 'stopped', label: 'Остановленные' },
]

/** The work whose button is still waiting for the server's answer. */
function busyWith(
  report: { isPending: boolean; variables: { work: number; upheld: boolean } | undefined },
  drop: { isPending: boolean; variables: number | undefined },
): BusyWith | null {
  if (report.isPending && report.variables)
    return { work: report.variables.work, act: report.variables.upheld ? 'uphold' : 'return' }
  return drop.isPending && drop.variables !== undefined ? { work: drop.variables, act: 'drop' } : null
}

/** The works with their marks, raw beside balanced, and what is decided about them. */
export function WorkList({ place, peer }: { place: StagePanelProps; peer: Peer }) {
  const list = useList<{ only: Only | 'all' }>('works', { only: 'all' })
  const { only, page } = list.asked
  const { chosen, setChosen, onChoose } = useTicked()
  const [referring, setReferring] = useState<PeerWork | null>(null)
  const works = useQuery(worksQuery(place, page, only === 'all' ? '' : only))
  const calls = callsOf(place)
  const report = useAct(place, ({ work, upheld }: { work: number; upheld: boolean }) =>
    calls.decideReport(work, upheld),
  )
  const drop = useAct(place, calls.dropReference)
  const refer = useAct(place, ({ work, reference }: { work: number; reference: Reference }) =>
    calls.setReference(work, reference),
  )
  const decide = useAct(place, calls.decide, () => setChosen([]))
  const published = peer.published_at !== null
  return (
    <Panel
      id="works"
      title="Работы"
      says={`В пуле ${peer.pooled}: спорных ${peer.disputed}, не хватает оценок у ${peer.short}, остановлено ${peer.stopped}`}
      read
    >
      <div className={styles.part}>
        <Select
          name="only"
          label="Показать"
          value={only}
          options={filters}
          onChange={(value) => list.ask({ only: value as Only | 'all' })}
        />
        <PagedList
          of={works}
          list={list}
          size={peerPage}
          loading="Загружаем работы…"
          failed="Работы не загрузились"
          lines={6}
          level={3}
          label="Страницы работ"
          empty="Работ в пуле пока нет"
          nothing="Таких работ нет"
        >
          {(data) => (
            <WorkRows
              works={data.works}
              received={peer.received}
              busy={busyWith(report, drop)}
              chosen={published ? chosen : null}
              onChoose={onChoose}
              onReport={(work, upheld) => report.mutate({ work, upheld })}
              onReference={published ? null : setReferring}
              onDrop={published ? null : (work) => drop.mutate(work)}
            />
          )}
        </PagedList>
        <FailureNotice error={report.error ?? drop.error} />
        {published ? (
          <ListDecision
            works={[...chosen]}
            decide={async (body) => (await decide.mutateAsync(body)).decided}
            onDecided={() => setChosen([])}
          />
        ) : (
          <p className={styles.quiet}>
            Решения объявляют после того, как оценивание завершено: пока оно идёт, оценки меняются.
          </p>
        )}
        {referring && peer.rubric && (
          <ReferenceDialog
            name={referring.name}
            whom="Участник"
            criteria={peer.rubric.criteria}
            known={peer.references.find(({ work_id }) => work_id === referring.work_id)}
            save={(reference) => refer.mutateAsync({ work: referring.work_id, reference })}
            onClose={() => setReferring(null)}
          />
        )}
      </div>
    </Panel>
  )
}
