import { outOf } from '#shared/platform/text/unbroken.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { VisuallyHidden } from '#web/platform/ui/VisuallyHidden.tsx'
import { StatusBadge } from '#web/stages/StatusBadge.tsx'
import styles from './PanelTable.module.css'
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
    <div className={styles.box}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Эксперт</th>
            {!matches && (
              <>
                <th scope="col">Прочитано</th>
                <th scope="col">Средняя</th>
                <th scope="col">Отказов</th>
              </>
            )}
            <td>
              <VisuallyHidden>Действия</VisuallyHidden>
            </td>
          </tr>
        </thead>
        <tbody>
          {judges.map((judge) => (
            <tr key={judge.test_id}>
              <th scope="row">
                <span className={styles.who}>
                  <strong>
                    <bdi>{judge.name}</bdi>
                  </strong>
                  <span className={styles.quiet}>{judge.email}</span>
                  {judge.unknown.length > 0 && <span className={styles.quiet}>{unknownWords(judge.unknown)}</span>}
                  {judge.late > 0 && <StatusBadge look="trouble">Срок прошёл, не оценено: {judge.late}</StatusBadge>}
                  {judge.biased && judge.above !== null && (
                    <StatusBadge look="trouble">{aboveWords(judge.above)}</StatusBadge>
                  )}
                  {judge.straight > 0 && <StatusBadge look="trouble">Одинаковые оценки: {judge.straight}</StatusBadge>}
                  {judge.hasty > 0 && <StatusBadge look="trouble">Быстрее 30 секунд: {judge.hasty}</StatusBadge>}
                </span>
              </th>
              {!matches && (
                <>
                  <td data-label="Прочитано">
                    {outOf(judge.done, judge.assigned)}
                    {judge.batches && judge.batches.of > 1 && (
                      <span className={styles.quiet}> пачка {outOf(judge.batches.now, judge.batches.of)}</span>
                    )}
                  </td>
                  <td data-label="Средняя">{inPoints(judge.mean)}</td>
                  <td data-label="Отказов">{judge.abstained}</td>
                </>
              )}
              <td>
                <div className={styles.acts}>
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
                </div>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
