import { useQuery } from '@tanstack/react-query'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { useState } from 'react'
import { groupBy } from '#shared/platform/lists/group-by.ts'
import { formatWireDate, moscowDate, parseWire, showDate } from '#shared/platform/time/moscow.ts'
import { counted } from '#shared/platform/time/plural.ts'
import { maxMoved, meetingBoardPage } from '#shared/programme/meetings/limits.ts'
import { useList } from '#web/platform/navigation/use-list.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Checkbox } from '#web/platform/ui/Checkbox.tsx'
import { DataTable, useTicked } from '#web/platform/ui/DataTable.tsx'
import { Disclosure } from '#web/platform/ui/Disclosure.tsx'
import { Heading } from '#web/platform/ui/Heading.tsx'
import { PagedList } from '#web/platform/ui/PagedList.tsx'
import { Panel } from '#web/platform/ui/Panel.tsx'
import { QueryStates } from '#web/platform/ui/QueryStates.tsx'
import { Select } from '#web/platform/ui/Select.tsx'
import type { StagePanelProps } from '#web/stages/kind.ts'
import styles from './MeetingsPanel.module.css'
import { MovesDialog } from './MovesDialog.tsx'
import { type Board, type BoardMeeting, boardQuery } from './panel-queries.ts'

const dayMs = 86_400_000
const day = new Intl.DateTimeFormat('ru-RU', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  timeZone: 'Europe/Moscow',
})
/** A select has no option with an empty value. */
const everybody = '*'

/** A week of meetings by mentor, and the ways to move several at once. */
export function MeetingBoard({ place }: { place: StagePanelProps }) {
  const list = useList<{ from: string; mentor: number | null }>('meetings', { from: '', mentor: null })
  const { chosen, setChosen, onChoose } = useTicked()
  const [doing, setDoing] = useState<'time' | 'mentor' | null>(null)
  const board = useQuery(boardQuery(place, list.asked))
  const { mentor } = list.asked
  const look: typeof list.ask = (next, how) => {
    list.ask(next, how)
    setChosen([])
  }
  return (
    <Panel
      id="calendar"
      title="Календарь встреч"
      says={
        board.data
          ? `${weekInWords(board.data.from)}: ${counted(board.data.count, 'встреча', 'встречи', 'встреч')}`
          : ''
      }
      read
    >
      <QueryStates of={[board]} loading="Загружаем встречи…" failed="Встречи не загрузились" level={3} height="12rem">
        {(data) => {
          const movable = data.meetings.filter(({ may_move }) => may_move).slice(0, maxMoved)
          const marked = movable.filter(({ id }) => chosen.has(id))
          const turn = (weeks: number) => {
            const first = parseWire(data.from)
            if (first) look({ from: formatWireDate(moscowDate(new Date(first.getTime() + weeks * 7 * dayMs))) })
          }
          return (
            <div className={styles.panels}>
              <Mentors board={data} />
              <div className={styles.find}>
                <Select
                  label="Наставник"
                  name="mentor-of-meetings"
                  value={mentor === null ? everybody : String(mentor)}
                  options={[
                    { value: everybody, label: 'Все' },
                    ...data.mentors.map(({ mentor_id, fio }) => ({ value: String(mentor_id), label: fio })),
                  ]}
                  onChange={(next) => look({ mentor: next === everybody ? null : Number(next) })}
                />
                <div className={styles.turn}>
                  <Button
                    kind="secondary"
                    icon={<ChevronLeft aria-hidden="true" />}
                    aria-label="Предыдущая неделя"
                    onClick={() => turn(-1)}
                  />
                  <p role="status">{weekInWords(data.from)}</p>
                  <Button
                    kind="secondary"
                    icon={<ChevronRight aria-hidden="true" />}
                    aria-label="Следующая неделя"
                    onClick={() => turn(1)}
                  />
                </div>
              </div>
              {movable.length > 0 && (
                <div className={styles.row}>
                  <Checkbox
                    label={`Отметить все: ${counted(movable.length, 'встреча', 'встречи', 'встреч')}`}
                    name="all-meetings"
                    setting
                    value={marked.length === movable.length}
                    onChange={(on) => setChosen(on ? movable.map(({ id }) => id) : [])}
                  />
                  <Button size="s" kind="secondary" disabled={marked.length === 0} onClick={() => setDoing('time')}>
                    Перенести
                  </Button>
                  <Button size="s" kind="secondary" disabled={marked.length === 0} onClick={() => setDoing('mentor')}>
                    Передать другому наставнику
                  </Button>
                </div>
              )}
              <PagedList
                of={board}
                list={{ ...list, ask: look }}
                size={meetingBoardPage}
                label="Страницы встреч недели"
                empty="На этой неделе встреч нет"
              >
                {({ meetings }) => (
                  <Days meetings={meetings} chosen={chosen} onChoose={(id, on) => onChoose([id], on)} />
                )}
              </PagedList>
              {data.count > meetingBoardPage && (
                <p className={styles.quiet}>
                  За неделю {counted(data.count, 'встреча', 'встречи', 'встреч')}, на странице не больше{' '}
                  {meetingBoardPage}.
                </p>
              )}
              {doing && (
                <MovesDialog
                  place={place}
                  what={doing}
                  ids={marked.map(({ id }) => id)}
                  mentors={data.mentors}
                  onClose={() => setDoing(null)}
                  onDone={() => {
                    setDoing(null)
                    setChosen([])
                  }}
                />
              )}
            </div>
          )
        }}
      </QueryStates>
    </Panel>
  )
}

function weekInWords(from: string): string {
  const first = parseWire(from)
  return first ? `${showDate(first)} — ${showDate(new Date(first.getTime() + 6 * dayMs))}` : from
}

function Mentors({ board: { mentors, mentors_count } }: { board: Board }) {
  if (mentors.length === 0) return <p className={styles.quiet}>Наставников в конкурсе пока нет</p>
  return (
    <Disclosure className={styles.details} says={`Сколько встреч у наставников: ${mentors_count}`}>
      {mentors_count > mentors.length && <p className={styles.quiet}>Показаны первые {mentors.length} по фамилии.</p>}
      <DataTable
        label="Сколько встреч у наставников"
        sorts="mentors"
        rows={mentors}
        keyOf={({ mentor_id }) => mentor_id}
        columns={[
          { title: 'Наставник', width: 38, value: ({ fio }) => fio },
          { title: 'Впереди', kind: 'number', value: ({ planned }) => planned },
          { title: 'Без ответа', kind: 'number', value: ({ unanswered }) => unanswered },
          { title: 'Состоялось', kind: 'number', value: ({ held }) => held },
        ]}
      />
    </Disclosure>
  )
}

const answers = { pending: 'ответа ещё нет', accepted: 'придёт', rejected: 'не придёт', changed: 'просит другое время' }

interface DaysProps {
  meetings: readonly BoardMeeting[]
  chosen: ReadonlySet<number>
  onChoose: (id: number, on: boolean) => void
}

function Days({ meetings, chosen, onChoose }: DaysProps) {
  const days = [...groupBy(meetings, ({ meeting_date }) => meeting_date.slice(0, 10)).entries()]
  return (
    <div className={styles.panels}>
      {days.map(([date, of]) => (
        <section key={date} className={styles.day} aria-label={day.format(parseWire(date) ?? undefined)}>
          <Heading level={3} size={4}>
            {day.format(parseWire(date) ?? undefined)}
          </Heading>
          <ul className={styles.people}>
            {of.map((meeting) => {
              const { id, meeting_date, mentor, people, may_move, format, place } = meeting
              const title = `${meeting_date.slice(11, 16)}, ${mentor}`
              const facts = (
                <>
                  {people.map(({ user_id, fio, answer }) => (
                    <span key={user_id} className={styles.quiet}>
                      <bdi>{fio}</bdi>: {answers[answer]}
                    </span>
                  ))}
                  <span className={styles.quiet}>
                    {format === 2 ? 'Онлайн' : ['Очно', place].filter(Boolean).join(', ')}
                  </span>
                </>
              )
              return (
                <li key={id} className={styles.meeting}>
                  {may_move ? (
                    <Checkbox
                      label={<strong>{title}</strong>}
                      name={`meeting-${id}`}
                      setting
                      hint={<span className={styles.facts}>{facts}</span>}
                      value={chosen.has(id)}
                      onChange={(on) => onChoose(id, on)}
                    />
                  ) : (
                    <div className={styles.facts}>
                      <strong>{title}</strong>
                      {facts}
                      <span className={styles.quiet}>Уже прошла</span>
                    </div>
                  )}
                </li>
              )
            })}
          </ul>
        </section>
      ))}
    </div>
  )
}
