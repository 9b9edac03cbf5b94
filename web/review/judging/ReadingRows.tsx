import { idNumber, numbered, outOf } from '#shared/platform/text/unbroken.ts'
import { minutesAndSeconds } from '#shared/platform/time/minutes-and-seconds.ts'
import { parseWire, showDateTime } from '#shared/platform/time/moscow.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Facts } from '#web/platform/ui/Facts.tsx'
import { VisuallyHidden } from '#web/platform/ui/VisuallyHidden.tsx'
import { StatusBadge } from '#web/stages/StatusBadge.tsx'
import { verdictWords } from './MarksPanel.tsx'
import styles from './PanelTable.module.css'
import type { AssignedReading } from './panel-queries.ts'
import { inPoints } from './points.ts'
import { stateWords } from './reading-states.ts'

interface ReadingRowsProps {
  readings: readonly AssignedReading[]
  /** Gives a work to another judge; null once the judging has ended. */
  onMove: ((reading: AssignedReading) => void) | null
  /** Reports that a judge who was removed should not have marked the work. */
  onConflict: (reading: AssignedReading) => void
}

const looks = {
  new: 'neutral',
  begun: 'due',
  done: 'done',
  changed: 'trouble',
  abstained: 'shut',
  stopped: 'trouble',
  taken: 'shut',
} as const

/** A row for each work of each judge. */
export function ReadingRows({ readings, onMove, onConflict }: ReadingRowsProps) {
  return (
    <div className={styles.box}>
      <table className={styles.table} data-wordy>
        <thead>
          <tr>
            <th scope="col">Работа</th>
            <th scope="col">Эксперт</th>
            <th scope="col">Оценка</th>
            <th scope="col">Время</th>
            <td>
              <VisuallyHidden>Действия</VisuallyHidden>
            </td>
          </tr>
        </thead>
        <tbody>
          {readings.map((reading) => (
            <tr key={reading.reading_id}>
              <th scope="row">
                <span className={styles.who}>
                  <bdi>{reading.author}</bdi>
                  <span className={styles.quiet}>
                    {reading.author_id === null ? `Работа ${numbered(reading.work_id)}` : idNumber(reading.author_id)}
                  </span>
                </span>
              </th>
              <td data-label="Эксперт" data-wide>
                <span className={styles.words}>
                  <span>
                    <bdi>{reading.judge}</bdi>
                  </span>
                  <StatusBadge look={looks[reading.state]}>{stateWords[reading.state]}</StatusBadge>
                  <Words reading={reading} />
                </span>
              </td>
              <td data-label="Оценка">{inPoints(reading.total)}</td>
              <td data-label="Время">
                {reading.spent === 0 ? '—' : minutesAndSeconds(Math.round(reading.spent / 1000))}
              </td>
              <td>
                <div className={styles.acts}>
                  {onMove && mayMove(reading) && (
                    <Button
                      kind="quiet"
                      size="s"
                      aria-label={`Передать другому: ${reading.author}, эксперт ${reading.judge}`}
                      onClick={() => onMove(reading)}
                    >
                      Передать
                    </Button>
                  )}
                  {/* For a judge who is still at the stage, this button is beside the name in the list of judges. */}
                  {reading.removed && reading.total !== null && reading.author_id !== null && reading.undecided && (
                    <Button
                      kind="quiet"
                      size="s"
                      aria-label={`Конфликт интересов: ${reading.author}, эксперт ${reading.judge}`}
                      onClick={() => onConflict(reading)}
                    >
                      Конфликт
                    </Button>
                  )}
                </div>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const mayMove = ({ state, undecided }: AssignedReading) =>
  undecided && !['abstained', 'stopped', 'taken'].includes(state)

/** What is special about the reading, and what the judge has written and marked. */
function Words({ reading }: { reading: AssignedReading }) {
  const { marks, verdict, note, comment, reason, removed, further, appeal, training, at } = reading
  const when = at && parseWire(at)
  const peculiar = [
    when && showDateTime(when),
    training && 'учебная',
    further && 'послан сверх остальных',
    appeal && 'читает для апелляции',
    removed && 'снят с этапа',
    verdict && verdictWords[verdict].toLowerCase(),
  ].filter(Boolean)
  return (
    <>
      {peculiar.length > 0 && (
        <span className={styles.quiet}>
          <Facts of={peculiar} />
        </span>
      )}
      {marks.length > 0 && (
        <span className={styles.quiet}>
          {marks.map(({ title, mark, max }) => `${title} — ${outOf(mark, max)}`).join(', ')}
        </span>
      )}
      {reason !== '' && <span>Причина: {reason}</span>}
      {note !== '' && <span>Организаторам: {note}</span>}
      {comment !== '' && <span>Участнику: {comment}</span>}
    </>
  )
}
