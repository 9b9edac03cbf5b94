import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { peerPage } from '#shared/kinds/mgmt_solution_assessment/limits.ts'
import { counted } from '#shared/platform/time/plural.ts'
import { showBanner } from '#web/platform/messages/banner.ts'
import { useList } from '#web/platform/navigation/use-list.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { DataTable, Quiet, Who } from '#web/platform/ui/DataTable.tsx'
import { FailureNotice } from '#web/platform/ui/FailureNotice.tsx'
import { countOf, PagedList } from '#web/platform/ui/PagedList.tsx'
import { Panel } from '#web/platform/ui/Panel.tsx'
import { inPoints } from '#web/review/judging/points.ts'
import type { StagePanelProps } from '#web/stages/kind.ts'
import { StatusBadge } from '#web/stages/StatusBadge.tsx'
import { callsOf, type Rater, ratersQuery, useAct } from './panel-queries.ts'
import { RaterDialog } from './RaterDialog.tsx'

/** Who assesses: how far, how carefully, and what is odd about the marks. The odd ones are first. */
export function RaterList({ place, published }: { place: StagePanelProps; published: boolean }) {
  const list = useList('raters', {})
  const [changing, setChanging] = useState<Rater | null>(null)
  const raters = useQuery(ratersQuery(place, list.asked.page))
  const experts = useAct(
    place,
    (rater: number) => callsOf(place).experts({ which: 'rater', rater }),
    ({ named }) => showBanner(`Поручено экспертам: ${counted(named, 'работа', 'работы', 'работ')}`, 'info'),
  )
  return (
    <Panel id="raters" title="Кто оценивает" says={countOf(raters, 'участник', 'участника', 'участников')} read>
      <PagedList
        of={raters}
        list={list}
        size={peerPage}
        loading="Загружаем участников…"
        failed="Участники не загрузились"
        lines={6}
        level={3}
        label="Страницы участников"
        empty="Участники появятся здесь вместе с работами"
      >
        {(data) => (
          <DataTable
            label="Кто оценивает"
            rows={data.raters}
            keyOf={({ test_id }) => test_id}
            columns={[
              {
                title: 'Участник',
                width: 38,
                cell: (rater) => (
                  <Who name={rater.name} id={rater.test_id}>
                    <Oddities rater={rater} />
                  </Who>
                ),
              },
              { title: 'Оценено', cell: ({ done, finished }) => `${done}${finished ? ', всё' : ''}` },
              { title: 'Отклонение', kind: 'number', cell: ({ distance }) => inPoints(distance) },
              { title: 'Вес', kind: 'number', cell: ({ weight }) => inPoints(weight) },
              !published && {
                title: 'Действия',
                kind: 'acts',
                cell: (rater) => (
                  <>
                    <Button
                      kind="quiet"
                      size="s"
                      aria-label={`Изменить вес: ${rater.name}`}
                      onClick={() => setChanging(rater)}
                    >
                      Изменить
                    </Button>
                    {(rater.equal || rater.ring || rater.hasty > 0) && (
                      <Button
                        kind="quiet"
                        size="s"
                        aria-label={`Экспертам: работы, которые оценил ${rater.name}`}
                        pending={experts.isPending && experts.variables === rater.test_id}
                        onClick={() => experts.mutate(rater.test_id)}
                      >
                        Экспертам
                      </Button>
                    )}
                  </>
                ),
              },
            ]}
          />
        )}
      </PagedList>
      <FailureNotice error={experts.error} />
      {changing && <RaterDialog place={place} rater={changing} onClose={() => setChanging(null)} />}
    </Panel>
  )
}

function Oddities({ rater: { ring, equal, hasty, excluded_because: because } }: { rater: Rater }) {
  return (
    <>
      {ring && <StatusBadge look="trouble">Взаимные оценки</StatusBadge>}
      {equal && <StatusBadge look="trouble">Все оценки одинаковые</StatusBadge>}
      {hasty > 0 && <StatusBadge look="trouble">Быстрее 30 секунд: {hasty}</StatusBadge>}
      {because !== null && <Quiet>Оценки исключены: {because}</Quiet>}
    </>
  )
}
