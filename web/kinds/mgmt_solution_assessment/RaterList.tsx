import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { peerPage } from '#shared/kinds/mgmt_solution_assessment/limits.ts'
import { idNumber } from '#shared/platform/text/unbroken.ts'
import { counted } from '#shared/platform/time/plural.ts'
import { showBanner } from '#web/platform/messages/banner.ts'
import { useHistoryState } from '#web/platform/navigation/use-history-state.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { FailureNotice } from '#web/platform/ui/FailureNotice.tsx'
import { Pagination } from '#web/platform/ui/Pagination.tsx'
import { Panel } from '#web/platform/ui/Panel.tsx'
import { QueryStates } from '#web/platform/ui/QueryStates.tsx'
import { VisuallyHidden } from '#web/platform/ui/VisuallyHidden.tsx'
import styles from '#web/review/judging/PanelTable.module.css'
import { inPoints } from '#web/review/judging/points.ts'
import type { StagePanelProps } from '#web/stages/kind.ts'
import { StatusBadge } from '#web/stages/StatusBadge.tsx'
import { callsOf, type Rater, ratersQuery, useAct } from './panel-queries.ts'
import { RaterDialog } from './RaterDialog.tsx'

/** Who assesses: how far, how carefully, and what is odd about the marks. The odd ones are first. */
export function RaterList({ place, published }: { place: StagePanelProps; published: boolean }) {
  const [page, setPage] = useHistoryState('rater-list-page', 1)
  const [changing, setChanging] = useState<Rater | null>(null)
  const raters = useQuery(ratersQuery(place, page))
  const experts = useAct(
    place,
    (rater: number) => callsOf(place).experts({ which: 'rater', rater }),
    ({ named }) => showBanner(`Поручено экспертам: ${counted(named, 'работа', 'работы', 'работ')}`, 'info'),
  )
  return (
    <Panel
      id="raters"
      title="Кто оценивает"
      says={raters.data ? counted(raters.data.count, 'участник', 'участника', 'участников') : ''}
      read
    >
      <QueryStates of={[raters]} loading="Загружаем участников…" failed="Участники не загрузились" lines={6} level={3}>
        {(data) =>
          data.count === 0 ? (
            <p className={styles.quiet}>Участники появятся здесь вместе с работами</p>
          ) : (
            <div className={styles.box}>
              <table className={styles.table}>
                <thead>
                  <tr>
                    <th scope="col">Участник</th>
                    <th scope="col">Оценено</th>
                    <th scope="col">Отклонение</th>
                    <th scope="col">Вес</th>
                    <td>
                      <VisuallyHidden>Действия</VisuallyHidden>
                    </td>
                  </tr>
                </thead>
                <tbody>
                  {data.raters.map((rater) => (
                    <tr key={rater.test_id}>
                      <th scope="row">
                        <span className={styles.who}>
                          <bdi>{rater.name}</bdi>
                          <span className={styles.quiet}>{idNumber(rater.test_id)}</span>
                          <Oddities rater={rater} />
                        </span>
                      </th>
                      <td data-label="Оценено">
                        {rater.done}
                        {rater.finished && ', всё'}
                      </td>
                      <td data-label="Отклонение">{inPoints(rater.distance)}</td>
                      <td data-label="Вес">{inPoints(rater.weight)}</td>
                      <td>
                        {!published && (
                          <div className={styles.acts}>
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
                          </div>
                        )}
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
              <Pagination
                page={page}
                pages={Math.ceil(data.count / peerPage)}
                label="Страницы участников"
                onChange={setPage}
              />
            </div>
          )
        }
      </QueryStates>
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
      {because !== null && <span className={styles.quiet}>Оценки исключены: {because}</span>}
    </>
  )
}
