import { idNumber, outOf } from '#shared/platform/text/unbroken.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Checkbox } from '#web/platform/ui/Checkbox.tsx'
import { VisuallyHidden } from '#web/platform/ui/VisuallyHidden.tsx'
import { StatusBadge } from '#web/stages/StatusBadge.tsx'
import styles from './PanelTable.module.css'
import type { Result } from './panel-queries.ts'
import { inPoints } from './points.ts'

interface ResultRowsProps {
  works: readonly Result[]
  /** The works that are ticked; null while nothing can be decided. */
  chosen: ReadonlySet<number> | null
  onChoose: (work: number, add: boolean) => void
  /** Makes a work a reference, or changes it; null once the judging has ended. */
  onReference: ((work: Result) => void) | null
  /** Assigns one more judge to a work; null while nobody reads. */
  onReader: ((work: Result) => void) | null
  /** The work that is getting one more judge. */
  sending: number | null
}

export function ResultRows({ works, chosen, onChoose, onReference, onReader, sending }: ResultRowsProps) {
  return (
    <div className={styles.box}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Автор</th>
            <th scope="col">Итог</th>
            <th scope="col">Средняя</th>
            <th scope="col">Разброс</th>
            <th scope="col">Оценок</th>
            <th scope="col">Решение</th>
            {onReference && (
              <td>
                <VisuallyHidden>Действия</VisuallyHidden>
              </td>
            )}
          </tr>
        </thead>
        <tbody>
          {works.map((work) => {
            const { work_id: id, test_id, name, final, raw, spread, done, assigned, outcome } = work
            const hint = test_id === null ? null : idNumber(test_id)
            return (
              <tr key={id}>
                <th scope="row">
                  {chosen && outcome === null && !work.stopped ? (
                    <Checkbox
                      name={`work-${id}`}
                      setting
                      label={name}
                      hint={hint}
                      value={chosen.has(id)}
                      onChange={(add) => onChoose(id, add)}
                    />
                  ) : (
                    <span className={styles.who}>
                      {name}
                      <span className={styles.quiet}>{hint}</span>
                    </span>
                  )}
                  <Peculiarities work={work} />
                </th>
                <td data-label="Итог">
                  <strong>{inPoints(final)}</strong>
                </td>
                <td data-label="Средняя">{inPoints(raw)}</td>
                <td data-label="Разброс">{inPoints(spread)}</td>
                <td data-label="Оценок">{work.reference ? done : outOf(done, assigned)}</td>
                <td data-label="Решение">
                  {outcome === null ? (
                    '—'
                  ) : (
                    <StatusBadge look={outcome === 'passed' ? 'done' : 'neutral'}>
                      {outcome === 'passed' ? 'Прошла' : 'Не прошла'}
                    </StatusBadge>
                  )}
                </td>
                {onReference && (
                  <td>
                    <div className={styles.acts} data-stacked>
                      {onReader && work.disputed && !work.further && !work.stopped && (
                        <Button
                          kind="quiet"
                          size="s"
                          aria-label={`Ещё эксперт: ${name}`}
                          pending={sending === id}
                          onClick={() => onReader(work)}
                        >
                          Ещё эксперт
                        </Button>
                      )}
                      {outcome === null && (
                        <Button kind="quiet" size="s" aria-label={`Эталон: ${name}`} onClick={() => onReference(work)}>
                          Эталон
                        </Button>
                      )}
                    </div>
                  </td>
                )}
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
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
      {further && <span className={styles.quiet}>Читает ещё один эксперт</span>}
      {passes + fails > 0 && (
        <span className={styles.quiet}>
          За — {passes}, против — {fails}
        </span>
      )}
    </>
  )
}
