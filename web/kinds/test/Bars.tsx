import { ScrollBox } from '#web/platform/ui/ScrollBox.tsx'
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
      <ScrollBox label={title}>
        <table className={styles.table}>
          <caption className={styles.quiet}>{title}</caption>
          <thead>
            <tr>
              <th scope="col">{of}</th>
              <th scope="col">Сколько</th>
            </tr>
          </thead>
          <tbody>
            {bars.map(({ from, to, count }) => (
              <tr key={from}>
                <td>
                  {inRussian(from)}–{inRussian(to)}
                </td>
                <td>{count}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
    </figure>
  )
}

export const inRussian = (number: number) => String(number).replace('.', ',')
