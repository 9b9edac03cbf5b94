import { DataTable } from '#web/platform/ui/DataTable.tsx'
import styles from './TestPanel.module.css'

interface BarsProps {
  /** What is counted: the caption of the table. */
  title: string
  /** The head of the first column. */
  of: string
  bars: readonly { from: number; to: number; count: number }[]
}

const height = 100
/** One bar alone is still a bar, in percent. */
const widest = 12

/** A distribution as a drawing, and as a table for screen readers. */
export function Bars({ title, of, bars }: BarsProps) {
  const most = Math.max(1, ...bars.map(({ count }) => count))
  const width = 100 / Math.max(1, bars.length)
  return (
    <figure className={styles.part}>
      <svg className={styles.bars} viewBox={`0 0 100 ${height}`} preserveAspectRatio="none" aria-hidden="true">
        {bars.map(({ from, count }, at) => {
          const tall = (count / most) * height
          const wide = Math.min(width * 0.8, widest)
          const left = at * width + (width - wide) / 2
          return <rect key={from} x={left} y={height - tall} width={wide} height={tall} />
        })}
        <line x1="0" x2="100" y1={height} y2={height} />
      </svg>
      <DataTable
        label={title}
        titled
        narrow="fit"
        rows={bars}
        keyOf={({ from }) => from}
        columns={[
          { title: of, value: ({ from, to }) => `${inRussian(from)}–${inRussian(to)}` },
          { title: 'Сколько', kind: 'number', value: ({ count }) => count },
        ]}
      />
    </figure>
  )
}

export const inRussian = (number: number) => String(number).replace('.', ',')
