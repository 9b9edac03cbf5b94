import { parseDate, showCalendarDate } from '#shared/platform/time/moscow.ts'
import { counted } from '#shared/platform/time/plural.ts'
import { DataTable } from '#web/platform/ui/DataTable.tsx'
import { Disclosure } from '#web/platform/ui/Disclosure.tsx'
import { type Bar, barsOf } from './bars.ts'
import type { Report } from './queries.ts'
import styles from './Reports.module.css'

const [width, height] = [720, 160]
/** The width of a bar is for at least this many bars, so that those of a short season are not too wide. */
const minSlots = 30

/** Applications by day, or by week when the season is long: a picture, and the same as a table. */
export function Arrivals({ days }: Pick<Report, 'days'>) {
  if (days.length === 0) return <p className={styles.quiet}>Заявок пока нет.</p>
  const { bars, weekly } = barsOf(days)
  const most = Math.max(...bars.map(({ people }) => people))
  const step = width / Math.max(minSlots, bars.length)
  const [first, last] = [bars[0], bars.at(-1)]
  return (
    <div className={styles.arrivals}>
      <p className={styles.quiet}>
        {weekly ? 'Столбец — неделя' : 'Столбец — день'}, самый высокий — {counted(most, 'заявка', 'заявки', 'заявок')}
      </p>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label="Заявки по дням. То же в таблице ниже"
      >
        {bars.map(({ day, people }, place) => {
          const high = most === 0 ? 0 : (people / most) * height
          return (
            <rect key={day} x={place * step} y={height - high} width={Math.max(1, step * 0.8)} height={high}>
              <title>
                {shown(day)}: {people}
              </title>
            </rect>
          )
        })}
      </svg>
      <p className={styles.ends}>
        <span>{first && shown(first.day)}</span>
        {bars.length >= minSlots && <span>{last && shown(last.day)}</span>}
      </p>
      <Disclosure says="Таблицей">
        <BarTable bars={bars} weekly={weekly} />
      </Disclosure>
    </div>
  )
}

/** The applications in one line, for a phone. */
export function arrivalsInBrief(days: Report['days']): string {
  const all = days.reduce((sum, { people }) => sum + people, 0)
  const [first, last] = [days[0], days.at(-1)]
  if (!first || !last) return 'Заявок пока нет.'
  const spoken = counted(all, 'заявка', 'заявки', 'заявок')
  return first.day === last.day
    ? `${spoken}, ${shown(first.day)}`
    : `${spoken}, ${shown(first.day)} — ${shown(last.day)}`
}

function BarTable({ bars, weekly }: { bars: readonly Bar[]; weekly: boolean }) {
  return (
    <DataTable
      label="Заявки по дням"
      file="Заявки по дням"
      narrow="fit"
      rows={bars.filter(({ people }) => people > 0)}
      keyOf={({ day }) => day}
      columns={[
        { title: weekly ? 'Неделя с' : 'День', value: ({ day }) => shown(day) },
        { title: 'Заявок', kind: 'number', value: ({ people }) => people },
      ]}
    />
  )
}

function shown(day: string): string {
  const date = parseDate(day)
  return date ? showCalendarDate(date) : day
}
