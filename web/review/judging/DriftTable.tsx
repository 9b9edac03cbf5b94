import { counted } from '#shared/platform/time/plural.ts'
import { DataTable, Who } from '#web/platform/ui/DataTable.tsx'
import { StatusBadge } from '#web/stages/StatusBadge.tsx'
import type { Calibration } from './panel-queries.ts'
import { inPoints } from './points.ts'

type Judge = Calibration['judges'][number]

/** How far each judge is from the agreed marks and from the other judges, from the first works to the last. */
export function DriftTable({ judges }: { judges: readonly Judge[] }) {
  return (
    <DataTable
      label="Насколько оценки эксперта отличаются, в баллах из 100"
      titled
      sorts="drift"
      rows={judges}
      keyOf={({ test_id }) => test_id}
      columns={[
        {
          title: 'Эксперт',
          width: 38,
          value: ({ name }) => name,
          cell: ({ name, drifts }) => (
            <Who name={name}>{drifts && <StatusBadge look="trouble">Оценки меняются</StatusBadge>}</Who>
          ),
        },
        {
          title: 'В обучении',
          kind: 'number',
          value: ({ training }) => training,
          cell: ({ training }) => inPoints(training),
        },
        {
          title: 'В среднем',
          kind: 'number',
          value: ({ distance }) => distance,
          cell: ({ distance }) => inPoints(distance),
        },
        {
          title: 'От первых работ к последним',
          kind: 'words',
          cell: ({ parts }) => (
            <ol>
              {parts
                .filter(({ works }) => works > 0)
                .map(({ works, references, others }, place) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the parts are told apart by their place only
                  <li key={place}>
                    {counted(works, 'работа', 'работы', 'работ')}: {apartInWords(references, others)}
                  </li>
                ))}
            </ol>
          ),
        },
      ]}
    />
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
