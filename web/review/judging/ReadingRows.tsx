import { numbered, outOf } from '#shared/platform/text/unbroken.ts'
import { minutesAndSeconds } from '#shared/platform/time/minutes-and-seconds.ts'
import { parseWire, showDateTime } from '#shared/platform/time/moscow.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { DataTable, Lines, Quiet, Who } from '#web/platform/ui/DataTable.tsx'
import { Facts } from '#web/platform/ui/Facts.tsx'
import { StatusBadge } from '#web/stages/StatusBadge.tsx'
import { verdictWords } from './MarksPanel.tsx'
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
    <DataTable
      label="Работы и эксперты"
      rows={readings}
      keyOf={({ reading_id }) => reading_id}
      columns={[
        {
          title: 'Работа',
          width: 24,
          cell: ({ author, author_id, work_id }) => (
            <Who name={author} id={author_id} about={[author_id === null && `Работа ${numbered(work_id)}`]} />
          ),
        },
        {
          title: 'Эксперт',
          kind: 'words',
          width: 44,
          cell: (reading) => (
            <Lines>
              <bdi>{reading.judge}</bdi>
              <StatusBadge look={looks[reading.state]}>{stateWords[reading.state]}</StatusBadge>
              <Words reading={reading} />
            </Lines>
          ),
        },
        { title: 'Оценка', kind: 'number', cell: ({ total }) => inPoints(total) },
        {
          title: 'Время',
          kind: 'number',
          cell: ({ spent }) => (spent === 0 ? '—' : minutesAndSeconds(Math.round(spent / 1000))),
        },
        {
          title: 'Действия',
          kind: 'acts',
          cell: (reading) => (
            <>
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
            </>
          ),
        },
      ]}
    />
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
        <Quiet>
          <Facts of={peculiar} />
        </Quiet>
      )}
      {marks.length > 0 && (
        <Quiet>{marks.map(({ title, mark, max }) => `${title} — ${outOf(mark, max)}`).join(', ')}</Quiet>
      )}
      {reason !== '' && <span>Причина: {reason}</span>}
      {note !== '' && <span>Организаторам: {note}</span>}
      {comment !== '' && <span>Участнику: {comment}</span>}
    </>
  )
}
