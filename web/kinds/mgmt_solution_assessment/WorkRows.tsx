import { outOf } from '#shared/platform/text/unbroken.ts'
import { PortalLink } from '#web/platform/navigation/PortalLink.tsx'
import { Button } from '#web/platform/ui/Button.tsx'
import { DataTable, Quiet, Who } from '#web/platform/ui/DataTable.tsx'
import { Disclosure } from '#web/platform/ui/Disclosure.tsx'
import { useDesk } from '#web/review/checking/use-desk.ts'
import { inPoints } from '#web/review/judging/points.ts'
import { StatusBadge } from '#web/stages/StatusBadge.tsx'
import type { PeerWork } from './panel-queries.ts'

/** The act about a work that is still waiting for the server's answer. */
export interface BusyWith {
  work: number
  act: 'return' | 'uphold' | 'drop'
}

interface WorkRowsProps {
  works: readonly PeerWork[]
  /** How many marks each work needs. */
  received: number
  busy: BusyWith | null
  /** The works that are ticked; null while nothing can be decided. */
  chosen: ReadonlySet<number> | null
  onChoose: (works: number[], add: boolean) => void
  onReport: (work: number, upheld: boolean) => void
  /** What may be done with a work; null when the marks are published. */
  onReference: ((work: PeerWork) => void) | null
  onDrop: ((work: number) => void) | null
}

export function WorkRows({ works, received, busy, chosen, onChoose, onReport, onReference, onDrop }: WorkRowsProps) {
  const desk = useDesk()
  return (
    <DataTable
      label="Работы"
      narrow="blocks"
      rows={works}
      keyOf={({ work_id }) => work_id}
      selection={
        chosen && {
          chosen,
          onChoose,
          keyOf: ({ work_id }) => work_id,
          may: ({ outcome, state }) => outcome === null && state !== 'stopped',
        }
      }
      columns={[
        {
          title: 'Автор',
          cell: (work) => (
            <Who name={work.name} id={work.test_id}>
              <PortalLink to={`${desk.path}/works/${work.work_id}`}>Открыть работу</PortalLink>
              <Marks work={work} />
              {work.reports.map(({ text, at, open }) => (
                <Quiet key={at}>
                  {open ? 'Сообщение' : 'Решённое сообщение'} о заимствовании: {text}
                </Quiet>
              ))}
            </Who>
          ),
        },
        { title: 'Место', value: ({ place }) => place },
        { title: 'Итог', cell: ({ balanced }) => <strong>{inPoints(balanced)}</strong> },
        { title: 'Средняя', cell: ({ raw }) => inPoints(raw) },
        { title: 'Разброс', cell: ({ spread }) => inPoints(spread) },
        {
          title: 'Оценок',
          cell: (work) => `${outOf(work.received, received)}${work.experts > 0 ? `, экспертов: ${work.experts}` : ''}`,
        },
        {
          title: 'Действия',
          kind: 'acts',
          cell: (work) => {
            const { work_id: id, name, state } = work
            const doing = busy?.work === id ? busy.act : null
            return (
              <>
                {state === 'stopped' && (
                  <>
                    <Button
                      kind="quiet"
                      size="s"
                      aria-label={`Вернуть: ${name}`}
                      pending={doing === 'return'}
                      onClick={() => onReport(id, false)}
                    >
                      Вернуть
                    </Button>
                    <Button
                      kind="quiet"
                      size="s"
                      aria-label={`Заимствована: ${name}`}
                      pending={doing === 'uphold'}
                      onClick={() => onReport(id, true)}
                    >
                      Заимствована
                    </Button>
                  </>
                )}
                {onReference && (state === 'assessed' || state === 'reference') && (
                  <Button kind="quiet" size="s" aria-label={`Эталон: ${name}`} onClick={() => onReference(work)}>
                    Эталон
                  </Button>
                )}
                {onDrop && state === 'reference' && (
                  <Button
                    kind="quiet"
                    size="s"
                    aria-label={`В пул: ${name}`}
                    pending={doing === 'drop'}
                    onClick={() => onDrop(id)}
                  >
                    В пул
                  </Button>
                )}
              </>
            )
          },
        },
      ]}
    />
  )
}

const outcomes = { passed: 'Прошла', failed: 'Не прошла' }

/** What is special about a work, and who gave it which mark. */
function Marks({ work: { state, outcome, unranked_because: because, marks } }: { work: PeerWork }) {
  return (
    <>
      {state === 'reference' && <StatusBadge look="neutral">Эталонная</StatusBadge>}
      {outcome !== null && (
        <StatusBadge look={outcome === 'passed' ? 'done' : 'neutral'}>{outcomes[outcome]}</StatusBadge>
      )}
      {because !== '' && <StatusBadge look="trouble">{because}</StatusBadge>}
      {marks.length > 0 && (
        <Disclosure says={`Кто оценил: ${marks.length}`}>
          <ul>
            {marks.map(({ test_id, name, total, weight, counts }) => (
              <li key={test_id}>
                <bdi>{name}</bdi>: {inPoints(total)}, {counts ? `вес ${inPoints(weight)}` : 'не учитывается'}
              </li>
            ))}
          </ul>
        </Disclosure>
      )}
    </>
  )
}
