import { useQuery } from '@tanstack/react-query'
import { type CSSProperties, useState } from 'react'
import { idNumber, outOf } from '#shared/platform/text/unbroken.ts'
import { counted } from '#shared/platform/time/plural.ts'
import { matchesOnPage } from '#shared/programme/mentors/plan.ts'
import { isFailure } from '#web/platform/api/failure.ts'
import { showBanner } from '#web/platform/messages/banner.ts'
import { failureText } from '#web/platform/messages/failure-text.ts'
import { useHistoryState } from '#web/platform/navigation/use-history-state.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Facts } from '#web/platform/ui/Facts.tsx'
import { Pagination } from '#web/platform/ui/Pagination.tsx'
import { Panel } from '#web/platform/ui/Panel.tsx'
import { QueryStates } from '#web/platform/ui/QueryStates.tsx'
import { TextField } from '#web/platform/ui/TextField.tsx'
import { VisuallyHidden } from '#web/platform/ui/VisuallyHidden.tsx'
import table from '#web/review/judging/PanelTable.module.css'
import type { StagePanelProps } from '#web/stages/kind.ts'
import { MentorDialog, WithdrawDialog } from './MentorDialogs.tsx'
import styles from './Panel.module.css'
import { mentorListQuery, type StageMentor, useRemoveMentor } from './panel-queries.ts'
import { useSearched } from './use-searched.ts'

/** Fewer are seen at a glance. */
const worthSearching = 10

/** The mentors of the stage, those with the most people per place first. */
export function MentorTable({ place }: { place: StagePanelProps }) {
  const [page, setPage] = useHistoryState('mentor-table-page', 1)
  const { typed, search, setTyped } = useSearched('mentor-table-search', () => setPage(1))
  const [editing, setEditing] = useState<StageMentor | 'new' | null>(null)
  const mentors = useQuery(mentorListQuery(place, { search, page }))
  const [leaving, setLeaving] = useState<StageMentor | null>(null)
  const removing = useRemoveMentor(place)
  const remove = (mentor: StageMentor) =>
    removing.mutate(mentor.test_id, {
      onSuccess: () => showBanner(`Наставник больше не на этапе: ${mentor.fio}`, 'success'),
      // People work with the mentor here or wait for an answer: they must be shown a reason.
      onError: (error) =>
        isFailure(error) && error.code === 'mentor_busy' ? setLeaving(mentor) : showBanner(failureText(error)),
    })
  return (
    <Panel
      id="mentors"
      title="Наставники и спрос"
      says={mentors.data ? counted(mentors.data.count, 'наставник', 'наставника', 'наставников') : ''}
      open={(mentors.data?.count === 0 && search === '') || editing === 'new'}
      read
      actions={
        <Button kind="secondary" size="s" onClick={() => setEditing('new')}>
          Добавить наставника
        </Button>
      }
    >
      <QueryStates of={[mentors]} loading="Загружаем наставников…" failed="Наставники не загрузились" level={3}>
        {(data) =>
          data.count === 0 && search === '' ? (
            <p className={styles.quiet}>Наставников пока нет. Добавьте их, чтобы участникам было из кого выбирать.</p>
          ) : (
            <div className={styles.panels}>
              {(data.count > worthSearching || search !== '') && (
                <TextField
                  label="Найти наставника по имени или номеру"
                  name="search-mentors"
                  required={false}
                  value={typed}
                  onChange={setTyped}
                />
              )}
              {data.count === 0 && <p className={styles.quiet}>Никого не нашлось</p>}
              <div className={table.box} hidden={data.count === 0}>
                <table className={table.table}>
                  <thead>
                    <tr>
                      <th scope="col">Наставник</th>
                      <th scope="col">Спрос</th>
                      <th scope="col">Участники</th>
                      <th scope="col">Мест свободно</th>
                      <th scope="col">
                        <VisuallyHidden>Действия</VisuallyHidden>
                      </th>
                    </tr>
                  </thead>
                  <tbody>
                    {data.mentors.map((mentor) => (
                      <tr key={mentor.test_id}>
                        <th scope="row">
                          <span className={table.who}>
                            <bdi>{mentor.fio}</bdi>
                            <span className={table.quiet}>
                              <Facts
                                of={[
                                  idNumber(mentor.test_id),
                                  mentor.position,
                                  mentor.absent_until &&
                                    `нет до ${mentor.absent_until.split('-').toReversed().join('.')}`,
                                ]}
                              />
                            </span>
                          </span>
                        </th>
                        <td data-label="Спрос">
                          <Demand mentor={mentor} />
                        </td>
                        <td data-label="Участники">
                          <Taken mentor={mentor} />
                        </td>
                        <td data-label="Мест свободно">{placesOf(mentor)}</td>
                        <td>
                          <span className={table.acts} data-stacked>
                            <Button
                              kind="quiet"
                              size="s"
                              aria-label={`Изменить: ${mentor.fio}`}
                              onClick={() => setEditing(mentor)}
                            >
                              Изменить
                            </Button>
                            <Button
                              kind="quiet"
                              size="s"
                              aria-label={`Убрать с этапа: ${mentor.fio}`}
                              pending={removing.isPending && removing.variables === mentor.test_id}
                              onClick={() => remove(mentor)}
                            >
                              Убрать
                            </Button>
                          </span>
                        </td>
                      </tr>
                    ))}
                  </tbody>
                </table>
              </div>
              <Pagination
                page={page}
                pages={Math.max(1, Math.ceil(data.count / matchesOnPage))}
                label="Страницы наставников"
                onChange={setPage}
              />
            </div>
          )
        }
      </QueryStates>
      {editing && <MentorDialog place={place} mentor={editing} onClose={() => setEditing(null)} />}
      {leaving && <WithdrawDialog place={place} mentor={leaving} onClose={() => setLeaving(null)} />}
    </Panel>
  )
}

/** The number of people per place at which the scale of demand is full. */
const hottest = 3

function Demand({ mentor: { wanted, wanted_first, capacity } }: { mentor: StageMentor }) {
  if (wanted === 0) return <span className={table.quiet}>пока никто</span>
  const each = capacity === null ? 0 : wanted / Math.max(1, capacity)
  const demand = { '--demand': `${Math.min(100, Math.round((each / hottest) * 100))}%` } as CSSProperties
  const over = capacity !== null && wanted > capacity
  return (
    <span className={styles.heat} style={demand}>
      {counted(wanted, 'человек', 'человека', 'человек')}
      {wanted_first > 0 && <span className={table.quiet}>первым — {wanted_first}</span>}
      {over && <span className={table.quiet}>больше, чем мест</span>}
    </span>
  )
}

const Taken = ({ mentor: { working, offered } }: { mentor: StageMentor }) => (
  <span className={table.who}>
    {working === 0 && offered === 0 && <span className={table.quiet}>пока никого</span>}
    {working > 0 && <span>работают: {working}</span>}
    {offered > 0 && <span>ждут ответа: {offered}</span>}
  </span>
)

function placesOf({ left, capacity }: StageMentor): string {
  if (left === null || capacity === null) return 'без ограничения'
  return capacity === 0 ? 'никого не берёт' : outOf(left, capacity)
}
