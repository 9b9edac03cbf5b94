import { parseWire, showDate } from '#shared/platform/time/moscow.ts'
import { useNow } from '#web/messages/notifications/use-now.ts'
import { PortalLink } from '#web/platform/navigation/PortalLink.tsx'
import type { ListedStage } from '#web/seasons/console/queries.ts'
import styles from './Course.module.css'
import { type CourseBar, inTree, layCourse } from './course.ts'
import { StageSigns } from './StageSigns.tsx'

/** All stages on a time line, with a mark for today. */
export function Course({ competition, stages }: { competition: string; stages: readonly ListedStage[] }) {
  const rows = inTree(stages)
  const now = useNow()
  const { bars, today } = layCourse(
    rows.map(({ stage }) => stage),
    now,
  )
  return (
    <div className={styles.course}>
      {today !== null && (
        <p className={styles.today} style={{ '--at': `${today}%` } as never}>
          <span>сегодня</span>
        </p>
      )}
      <ul>
        {rows.map(({ stage, depth }, number) => (
          <li key={stage.code} className={styles.row} data-group={stage.type === 'group' || undefined}>
            <span className={styles.name} style={{ '--depth': depth } as never}>
              <PortalLink alone to={`/admin/${competition}/stages/${stage.code}`}>
                {stage.title}
              </PortalLink>
              <StageSigns stage={stage} />
            </span>
            <span className={styles.dates}>{datesOf(stage)}</span>
            <Bar bar={bars[number] ?? null} today={today} hidden={!stage.published} />
          </li>
        ))}
      </ul>
    </div>
  )
}

function Bar({ bar, today, hidden }: { bar: CourseBar | null; today: number | null; hidden: boolean }) {
  if (!bar) return <span className={styles.track} aria-hidden="true" />
  const done = today === null ? 0 : Math.min(1, Math.max(0, (today - bar.from) / Math.max(0.01, bar.to - bar.from)))
  const place = { '--from': `${bar.from}%`, '--to': `${bar.to}%`, '--done': `${done * 100}%` }
  return (
    <span className={styles.track} aria-hidden="true">
      <span
        className={styles.bar}
        style={place as never}
        data-ahead={done === 0 || undefined}
        data-hidden={hidden || undefined}
      />
    </span>
  )
}

/** «12.11.2026 — 20.12.2026»; the time of day is in the editor. */
function datesOf({ opens_at, closes_at, type }: ListedStage): string {
  const [opens, closes] = [opens_at && parseWire(opens_at), closes_at && parseWire(closes_at)]
  if (opens && closes) return `${showDate(opens)} — ${showDate(closes)}`
  if (opens) return `с ${showDate(opens)}`
  if (closes) return `до ${showDate(closes)}`
  return type === 'group' ? '' : 'без срока'
}
