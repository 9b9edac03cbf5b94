import { type DragEvent, useState } from 'react'
import { placeName } from '#shared/platform/text/unbroken.ts'
import { formatWire, parseWire, showDate } from '#shared/platform/time/moscow.ts'
import { serverNow } from '#web/platform/api/server-clock.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { DataTable } from '#web/platform/ui/DataTable.tsx'
import { FailureNotice } from '#web/platform/ui/FailureNotice.tsx'
import { Heading } from '#web/platform/ui/Heading.tsx'
import { TextField } from '#web/platform/ui/TextField.tsx'
import type { StagePanelProps } from '#web/stages/kind.ts'
import { byId, sideName } from './match-names.ts'
import styles from './PlayoffPanel.module.css'
import { callsOf, type Panel, type PanelMatch, useAct } from './panel-queries.ts'

interface ScheduleBoardProps {
  place: StagePanelProps
  panel: Panel
  onSchedule: (match: PanelMatch) => void
}

const day = 86_400_000
/** From eight in the morning to half past nine in the evening, every half an hour. */
const times = Array.from(
  { length: 28 },
  (_none, at) => `${String(8 + Math.floor(at / 2)).padStart(2, '0')}:${at % 2 ? '30' : '00'}`,
)
const noRoom = ''
const dayOf = (wire: string) => wire.slice(0, 10)
const mime = 'text/x-match'

/**
 * A day of the bracket by rooms: a match is dragged to its time and room. The button of each match opens the same as a
 * form, which needs no mouse. The server refuses overlapping matches.
 */
export function ScheduleBoard({ place, panel, onSchedule }: ScheduleBoardProps) {
  const open = panel.matches.filter(({ published, a_bye, b_bye }) => !published && !a_bye && !b_bye)
  const first = open.flatMap(({ starts_at, state }) => (state === 'scheduled' && starts_at) || []).toSorted()[0]
  const [on, setOn] = useState(dayOf(first ?? formatWire(new Date(serverNow().getTime() + day))))
  const [more, setMore] = useState<string[]>([])
  const [typed, setTyped] = useState('')
  const moving = useAct(place, ({ match, starts_at, room }: { match: PanelMatch; starts_at: string; room: string }) =>
    callsOf(place).schedule(match.match_id, {
      ...{ revision: match.revision, starts_at, room, minutes: match.minutes, link: match.link, task: match.task },
      judges: match.judges.filter(({ abstained }) => abstained === null).map(({ test_id }) => test_id),
    }),
  )
  const rooms = [...new Set([...open.map(({ room }) => room), ...more, noRoom])].toSorted((x, y) =>
    x === noRoom ? 1 : y === noRoom ? -1 : x.localeCompare(y, 'ru'),
  )
  const step = (days: number) =>
    setOn(dayOf(formatWire(new Date((parseWire(`${on} 12:00:00`) ?? serverNow()).getTime() + days * day))))
  const entrants = byId(panel.entrants)
  const chip = (match: PanelMatch) => (
    <button
      key={match.match_id}
      type="button"
      className={styles.chip}
      draggable={match.state === 'scheduled'}
      onDragStart={(event) => {
        event.dataTransfer.setData(mime, String(match.match_id))
        event.dataTransfer.effectAllowed = 'move'
      }}
      onClick={() => onSchedule(match)}
    >
      <span className={styles.quiet}>
        {match.name}
        {match.starts_at && `, ${match.starts_at.slice(11, 16)}`}
      </span>
      {sideName(entrants, match, 'a')} — {sideName(entrants, match, 'b')}
    </button>
  )
  const drop = (event: DragEvent, time: string, room: string) => {
    event.preventDefault()
    const match = open.find(({ match_id }) => String(match_id) === event.dataTransfer.getData(mime))
    if (match && !moving.isPending) moving.mutate({ match, starts_at: `${on} ${time}:00`, room })
  }
  const unset = open.filter(({ starts_at }) => starts_at === null)
  if (open.length === 0) return null
  return (
    <section className={styles.board} aria-label="Расписание">
      <Heading level={3} size={4}>
        Расписание
      </Heading>
      <p className={styles.quiet}>
        Перетащите матч на время и место. То же самое без мыши — кнопкой «Время и судьи» или нажатием на матч.
      </p>
      {unset.length > 0 && (
        <div className={styles.acts}>
          <span className={styles.quiet}>Без времени:</span>
          {unset.map(chip)}
        </div>
      )}
      <div className={styles.acts}>
        <Button size="s" kind="secondary" onClick={() => step(-1)}>
          Предыдущий день
        </Button>
        <strong role="status">{showDate(parseWire(`${on} 12:00:00`) ?? serverNow())}</strong>
        <Button size="s" kind="secondary" onClick={() => step(1)}>
          Следующий день
        </Button>
      </div>
      <FailureNotice error={moving.error} />
      <DataTable
        label="День по местам"
        narrow="scroll"
        className={styles.day}
        rows={times}
        keyOf={(time) => time}
        columns={[
          { title: 'Время', value: (time) => time },
          ...rooms.map((room) => ({
            title: placeName(room) || 'Без места',
            cell: (time: string) => (
              // biome-ignore lint/a11y/noStaticElementInteractions: the button of each match does the same without a mouse
              <div
                className={styles.slot}
                onDragOver={(event) => {
                  if (event.dataTransfer.types.includes(mime)) event.preventDefault()
                }}
                onDrop={(event) => drop(event, time, room)}
              >
                {open
                  .filter((match) => stands(match, { on, room, time, next: times[times.indexOf(time) + 1] ?? '24:00' }))
                  .map(chip)}
              </div>
            ),
          })),
        ]}
      />
      <form
        className={styles.add}
        onSubmit={(event) => {
          event.preventDefault()
          if (typed.trim() !== '') setMore([...more, typed.trim()])
          setTyped('')
        }}
      >
        <TextField
          name="board-room"
          label="Ещё одно место"
          required={false}
          error={null}
          value={typed}
          onChange={setTyped}
        />
        <Button type="submit" size="s" kind="secondary">
          Добавить место
        </Button>
      </form>
    </section>
  )
}

/** Whether the match begins within this half hour of the day; earlier and later ones are in the first and last row. */
function stands(
  { starts_at, room }: PanelMatch,
  cell: { on: string; room: string; time: string; next: string },
): boolean {
  if (starts_at === null || dayOf(starts_at) !== cell.on || room !== cell.room) return false
  const begins = starts_at.slice(11, 16)
  return (begins >= cell.time || cell.time === times[0]) && begins < cell.next
}
