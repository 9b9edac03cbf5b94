import { counted } from '#shared/platform/time/plural.ts'
import { StatusBadge } from '#web/stages/StatusBadge.tsx'
import styles from './PanelTable.module.css'
import type { Calibration } from './panel-queries.ts'
import { inPoints } from './points.ts'

type Judge = Calibration['judges'][number]

/** How far each judge is from the agreed marks and from the other judges, from the first works to the last. */
export function DriftTable({ judges }: { judges: readonly Judge[] }) {
  return (
    <div className={styles.box}>
      <table className={styles.table}>
        <caption className={styles.caption}>Насколько оценки эксперта отличаются, в баллах из 100</caption>
        <thead>
          <tr>
            <th scope="col">Эксперт</th>
            <th scope="col">В обучении</th>
            <th scope="col">В среднем</th>
            <th scope="col">От первых работ к последним</th>
          </tr>
        </thead>
        <tbody>
          {judges.map(({ test_id, name, training, distance, parts, drifts }) => (
            <tr key={test_id}>
              <th scope="row">
                <span className={styles.who}>
                  <strong>
                    <bdi>{name}</bdi>
                  </strong>
                  {drifts && <StatusBadge look="trouble">Оценки меняются</StatusBadge>}
                </span>
              </th>
              <td data-label="В обучении">{inPoints(training)}</td>
              <td data-label="В среднем">{inPoints(distance)}</td>
              <td data-label="От первых работ к последним" data-wide>
                <ol className={styles.parts}>
                  {parts
                    .filter(({ works }) => works > 0)
                    .map(({ works, references, others }, place) => (
                      // biome-ignore lint/suspicious/noArrayIndexKey: the parts are told apart by their place only
                      <li key={place}>
                        {counted(works, 'работа', 'работы', 'работ')}: {apartInWords(references, others)}
                      </li>
                    ))}
                </ol>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function apartInWords(references: number | null, others: number | null): string {
  const said = [
    references !== null && `${signed(references)} к эталонам`,
    others !== null && `${signed(others)} к другим экспертам`,
  ].filter((part) => part !== false)
  return said.length === 0 ? 'сравнить не с чем' : said.join(', ')
}

const signed = (points: number) => (points > 0 ? '+' : points < 0 ? '−' : '') + inPoints(Math.abs(points))
