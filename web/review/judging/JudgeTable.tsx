import { outOf } from '#shared/platform/text/unbroken.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { DataTable, Quiet, Who } from '#web/platform/ui/DataTable.tsx'
import { StatusBadge } from '#web/stages/StatusBadge.tsx'
import type { Judge } from './panel-queries.ts'
import { inPoints } from './points.ts'

interface JudgeTableProps {
  judges: readonly Judge[]
  /** They judge matches: there are no works to count. */
  matches: boolean
  onConflict: (judge: Judge) => void
  onRemove: (judge: Judge) => void
}

const aboveWords = (above: number) => `${above > 0 ? 'Выше' : 'Ниже'} других экспертов на ${inPoints(Math.abs(above))}`

const unknownWords = (unknown: Judge['unknown']) =>
  `Не указано: ${unknown.map((what) => (what === 'region' ? 'регион' : 'место работы')).join(', ')}. Конфликт по ${
    unknown.length > 1 ? 'ним' : 'этому'
  } не найдётся`

export function JudgeTable({ judges, matches, onConflict, onRemove }: JudgeTableProps) {
  return (
    <DataTable
      label="Эксперты"
      sorts={matches ? undefined : 'judges'}
      rows={judges}
      keyOf={({ test_id }) => test_id}
      columns={[
        {
          title: 'Эксперт',
          width: 50,
          value: ({ name }) => name,
          cell: (judge) => (
            <Who name={judge.name} about={[judge.email]}>
              {judge.unknown.length > 0 && <Quiet>{unknownWords(judge.unknown)}</Quiet>}
              {judge.late > 0 && <StatusBadge look="trouble">Срок прошёл, не оценено: {judge.late}</StatusBadge>}
              {judge.biased && judge.above !== null && (
                <StatusBadge look="trouble">{aboveWords(judge.above)}</StatusBadge>
              )}
              {judge.straight > 0 && <StatusBadge look="trouble">Одинаковые оценки: {judge.straight}</StatusBadge>}
              {judge.hasty > 0 && <StatusBadge look="trouble">Быстрее 30 секунд: {judge.hasty}</StatusBadge>}
            </Who>
          ),
        },
        !matches && {
          title: 'Прочитано',
          kind: 'number',
          value: ({ done }) => done,
          cell: ({ done, assigned, batches }) => (
            <>
              {outOf(done, assigned)}
              {batches && batches.of > 1 && <Quiet> пачка {outOf(batches.now, batches.of)}</Quiet>}
            </>
          ),
        },
        !matches && { title: 'Средняя', kind: 'number', value: ({ mean }) => mean, cell: ({ mean }) => inPoints(mean) },
        !matches && { title: 'Отказов', kind: 'number', value: ({ abstained }) => abstained },
        {
          title: 'Действия',
          kind: 'acts',
          cell: (judge) => (
            <>
              <Button
                kind="quiet"
                size="s"
                aria-label={`Отметить конфликт: ${judge.name}`}
                onClick={() => onConflict(judge)}
              >
                Конфликт
              </Button>
              <Button kind="quiet" size="s" aria-label={`Снять: ${judge.name}`} onClick={() => onRemove(judge)}>
                Снять
              </Button>
            </>
          ),
        },
      ]}
    />
  )
}
