import { useQuery } from '@tanstack/react-query'
import { type CSSProperties, useState } from 'react'
import { outOf } from '#shared/platform/text/unbroken.ts'
import { counted } from '#shared/platform/time/plural.ts'
import { matchesOnPage } from '#shared/programme/mentors/plan.ts'
import { isFailure } from '#web/platform/api/failure.ts'
import { showBanner } from '#web/platform/messages/banner.ts'
import { failureText } from '#web/platform/messages/failure-text.ts'
import { useList } from '#web/platform/navigation/use-list.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { DataTable, Lines, Quiet, Who } from '#web/platform/ui/DataTable.tsx'
import { ListSearch } from '#web/platform/ui/ListFilters.tsx'
import { countOf, PagedList } from '#web/platform/ui/PagedList.tsx'
import { Panel } from '#web/platform/ui/Panel.tsx'
import type { StagePanelProps } from '#web/stages/kind.ts'
import { MentorDialog, WithdrawDialog } from './MentorDialogs.tsx'
import styles from './Panel.module.css'
import { mentorListQuery, type StageMentor, useRemoveMentor } from './panel-queries.ts'

/** Fewer are seen at a glance. */
const worthSearching = 10

/** The mentors of the stage, those with the most people per place first. */
export function MentorTable({ place }: { place: StagePanelProps }) {
  const list = useList('mentors', { search: '' })
  const [editing, setEditing] = useState<StageMentor | 'new' | null>(null)
  const mentors = useQuery(mentorListQuery(place, list.asked))
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
      says={countOf(mentors, 'наставник', 'наставника', 'наставников')}
      open={(mentors.data?.count === 0 && !list.narrowed) || editing === 'new'}
      read
      actions={
        <Button kind="secondary" size="s" onClick={() => setEditing('new')}>
          Добавить наставника
        </Button>
      }
    >
      {((mentors.data?.count ?? 0) > worthSearching || list.narrowed) && (
        <ListSearch list={list} label="Найти наставника по имени или номеру" name="search-mentors" />
      )}
      <PagedList
        of={mentors}
        list={list}
        size={matchesOnPage}
        loading="Загружаем наставников…"
        failed="Наставники не загрузились"
        level={3}
        label="Страницы наставников"
        empty="Наставников пока нет. Добавьте их, чтобы участникам было из кого выбирать."
        nothing="Никого не нашлось"
      >
        {(data) => (
          <DataTable
            label="Наставники"
            rows={data.mentors}
            keyOf={({ test_id }) => test_id}
            columns={[
              {
                title: 'Наставник',
                width: 38,
                cell: ({ fio, test_id, position, absent_until }) => (
                  <Who
                    name={fio}
                    id={test_id}
                    about={[position, absent_until && `нет до ${absent_until.split('-').toReversed().join('.')}`]}
                  />
                ),
              },
              { title: 'Спрос', cell: (mentor) => <Demand mentor={mentor} /> },
              { title: 'Участники', cell: (mentor) => <Taken mentor={mentor} /> },
              { title: 'Мест свободно', cell: placesOf },
              {
                title: 'Действия',
                kind: 'acts',
                cell: (mentor) => (
                  <>
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
                  </>
                ),
              },
            ]}
          />
        )}
      </PagedList>
      {editing && <MentorDialog place={place} mentor={editing} onClose={() => setEditing(null)} />}
      {leaving && <WithdrawDialog place={place} mentor={leaving} onClose={() => setLeaving(null)} />}
    </Panel>
  )
}

/** The number of people per place at which the scale of demand is full. */
const hottest = 3

function Demand({ mentor: { wanted, wanted_first, capacity } }: { mentor: StageMentor }) {
  if (wanted === 0) return <Quiet>пока никто</Quiet>
  const each = capacity === null ? 0 : wanted / Math.max(1, capacity)
  const demand = { '--demand': `${Math.min(100, Math.round((each / hottest) * 100))}%` } as CSSProperties
  const over = capacity !== null && wanted > capacity
  return (
    <span className={styles.heat} style={demand}>
      {counted(wanted, 'человек', 'человека', 'человек')}
      {wanted_first > 0 && <Quiet>первым — {wanted_first}</Quiet>}
      {over && <Quiet>больше, чем мест</Quiet>}
    </span>
  )
}

const Taken = ({ mentor: { working, offered } }: { mentor: StageMentor }) => (
  <Lines>
    {working === 0 && offered === 0 && <Quiet>пока никого</Quiet>}
    {working > 0 && <span>работают: {working}</span>}
    {offered > 0 && <span>ждут ответа: {offered}</span>}
  </Lines>
)

function placesOf({ left, capacity }: StageMentor): string {
  if (left === null || capacity === null) return 'без ограничения'
  return capacity === 0 ? 'никого не берёт' : outOf(left, capacity)
}
