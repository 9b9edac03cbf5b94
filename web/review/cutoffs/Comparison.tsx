import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { inPoints } from '#shared/review/cutoffs/letters.ts'
import { DataTable } from '#web/platform/ui/DataTable.tsx'
import { QueryStates } from '#web/platform/ui/QueryStates.tsx'
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
        const lines: [string, (variant: (typeof variants)[number]) => ReactNode][] = [
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
          [
            'Проходят не во всех вариантах',
            ({ only, only_count: count }) =>
              count === 0 ? 'никто' : <Names competition={competition} of={only} count={count} />,
          ],
        ]
        return (
          <div className={styles.fields}>
            <DataTable
              label={`Проходят во всех вариантах: ${common}`}
              titled
              narrow="scroll"
              rows={lines}
              keyOf={([name]) => name}
              columns={[
                { title: 'Что сравниваем', value: ([name]) => name },
                ...variants.map((variant) => ({
                  title: variant.title,
                  cell: ([, of]: (typeof lines)[number]) => of(variant),
                })),
              ]}
            />
          </div>
        )
      }}
    </QueryStates>
  )
}
