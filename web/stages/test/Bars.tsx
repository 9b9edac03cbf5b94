import styles from './TestPanel.module.css'

interface BarsProps {
  /** What is counted: the caption of the table. */
  title: string
  /** The head of the first column. */
  of: string
  bars: readonly { from: number; to: number; count: number }[]
}

const height = 100

/** How many lie where: a drawing, and the same as a table for everybody who does not see it. */
export function Bars({ title, of, bars }: BarsProps) {
  const most = Math.max(1, ...bars.map(({ count }) => count))
  const width = 100 / Math.max(1, bars.length)
  return (
    <figure className={styles.part}>
      <svg className={styles.bars} viewBox={`0 0 100 ${height}`} preserveAspectRatio="none" aria-hidden="true">
        {bars.map(({ from, count }, at) => {
          const tall = (count / most) * height
          return <rect key={from} x={at * width + width * 0.1} y={height - tall} width={width * 0.8} height={tall} />
        })}
        <line x1="0" x2="100" y1={height} y2={height} />
      </svg>
      <div className={styles.scroll}>
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
      </div>
    </figure>
  )
}

export const inRussian = (number: number) => String(number).replace('.', ',')
