import { useQuery } from '@tanstack/react-query'
import { inPoints } from '#shared/review/cutoffs/letters.ts'
import { QueryStates } from '#web/platform/ui/QueryStates.tsx'
import { ScrollBox } from '#web/platform/ui/ScrollBox.tsx'
import styles from './Cutoffs.module.css'
import { Names } from './Findings.tsx'
import { comparisonQuery } from './queries.ts'

/** Variants beside each other, a column each. */
export function Comparison({ competition, ids }: { competition: string; ids: readonly number[] }) {
  const query = useQuery(comparisonQuery(competition, ids.join(',')))
  return (
    <QueryStates of={[query]} loading="Сравниваем варианты" failed="Сравнить не получилось" lines={8} level={3}>
      {({ variants, common }) => {
        const districts = [...new Set(variants.flatMap((one) => one.districts.map(({ title }) => title)))].sort(
          (one, other) => one.localeCompare(other, 'ru'),
        )
        const lines: [string, (variant: (typeof variants)[number]) => string | number][] = [
          ['Этап', ({ stage_title }) => stage_title],
          ['Проходят', ({ passed }) => passed],
          ['из них по квотам', ({ by_quota }) => by_quota],
          ['из них по второму списку', ({ by_second }) => by_second],
          ['Проходной балл', ({ line }) => (line === null ? '—' : inPoints(line))],
          ['Ждут', ({ waiting }) => waiting],
          ['Не проходят', ({ failed }) => failed],
          ['Без итога', ({ none }) => none],
          ['Равные на черте', ({ ties }) => ties],
          ['Незаполненные квоты', ({ short }) => short],
          ...districts.map((title): (typeof lines)[number] => [
            title,
            (variant) => variant.districts.find((one) => one.title === title)?.passed ?? 0,
          ]),
        ]
        return (
          <div className={styles.fields}>
            <ScrollBox label="Варианты рядом">
              <table className={styles.table}>
                <caption>Проходят во всех вариантах: {common}</caption>
                <thead>
                  <tr>
                    <th scope="col">Что сравниваем</th>
                    {variants.map(({ id, title }) => (
                      <th key={id} scope="col">
                        {title}
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {lines.map(([name, of]) => (
                    <tr key={name}>
                      <th scope="row">
                        <bdi>{name}</bdi>
                      </th>
                      {variants.map((variant) => (
                        <td key={variant.id}>{of(variant)}</td>
                      ))}
                    </tr>
                  ))}
                  <tr>
                    <th scope="row">Проходят не во всех вариантах</th>
                    {variants.map(({ id, only, only_count }) => (
                      <td key={id}>
                        {only_count === 0 ? 'никто' : <Names competition={competition} of={only} count={only_count} />}
                      </td>
                    ))}
                  </tr>
                </tbody>
              </table>
            </ScrollBox>
          </div>
        )
      }}
    </QueryStates>
  )
}
