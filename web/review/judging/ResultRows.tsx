import { outOf } from '#shared/platform/text/unbroken.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { DataTable, Quiet, Who } from '#web/platform/ui/DataTable.tsx'
import { StatusBadge } from '#web/stages/StatusBadge.tsx'
import type { Result } from './panel-queries.ts'
import { inPoints } from './points.ts'

interface ResultRowsProps {
  works: readonly Result[]
  /** The works that are ticked; null while nothing can be decided. */
  chosen: ReadonlySet<number> | null
  onChoose: (works: number[], add: boolean) => void
  /** Makes a work a reference, or changes it; null once the judging has ended. */
  onReference: ((work: Result) => void) | null
  /** Assigns one more judge to a work; null while nobody reads. */
  onReader: ((work: Result) => void) | null
  /** The work that is getting one more judge. */
  sending: number | null
}

export function ResultRows({ works, chosen, onChoose, onReference, onReader, sending }: ResultRowsProps) {
  return (
    <DataTable
      label="Оценки работ"
      rows={works}
      keyOf={({ work_id }) => work_id}
      selection={
        chosen && {
          chosen,
          onChoose,
          keyOf: ({ work_id }) => work_id,
          may: ({ outcome, stopped }) => outcome === null && !stopped,
        }
      }
      columns={[
        {
          title: 'Автор',
          width: 38,
          cell: (work) => (
            <Who name={work.name} id={work.test_id}>
              <Peculiarities work={work} />
            </Who>
          ),
        },
        { title: 'Итог', kind: 'number', cell: ({ final }) => <strong>{inPoints(final)}</strong> },
        { title: 'Средняя', kind: 'number', cell: ({ raw }) => inPoints(raw) },
        { title: 'Разброс', kind: 'number', cell: ({ spread }) => inPoints(spread) },
        {
          title: 'Оценок',
          kind: 'number',
          cell: ({ reference, done, assigned }) => (reference ? done : outOf(done, assigned)),
        },
        {
          title: 'Решение',
          cell: ({ outcome }) =>
            outcome === null ? (
              '—'
            ) : (
              <StatusBadge look={outcome === 'passed' ? 'done' : 'neutral'}>
                {outcome === 'passed' ? 'Прошла' : 'Не прошла'}
              </StatusBadge>
            ),
        },
        onReference && {
          title: 'Действия',
          kind: 'acts',
          cell: (work) => (
            <>
              {onReader && work.disputed && !work.further && !work.stopped && (
                <Button
                  kind="quiet"
                  size="s"
                  aria-label={`Ещё эксперт: ${work.name}`}
                  pending={sending === work.work_id}
                  onClick={() => onReader(work)}
                >
                  Ещё эксперт
                </Button>
              )}
              {work.outcome === null && (
                <Button kind="quiet" size="s" aria-label={`Эталон: ${work.name}`} onClick={() => onReference(work)}>
                  Эталон
                </Button>
              )}
            </>
          ),
        },
      ]}
    />
  )
}

/** What is special about a work: experts agreed on it, or its judges differ. */
function Peculiarities({ work: { reference, disputed, further, stopped, passes, fails } }: { work: Result }) {
  if (stopped) return <StatusBadge look="trouble">Остановлена: сообщили о заимствовании</StatusBadge>
  if (reference !== null)
    return <StatusBadge look="neutral">{reference === 'training' ? 'Учебная' : 'Контрольная'}</StatusBadge>
  return (
    <>
      {disputed && <StatusBadge look="trouble">Эксперты разошлись</StatusBadge>}
      {further && <Quiet>Читает ещё один эксперт</Quiet>}
      {passes + fails > 0 && (
        <Quiet>
          За — {passes}, против — {fails}
        </Quiet>
      )}
    </>
  )
}
