import { idNumber, outOf } from '#shared/platform/text/unbroken.ts'
import { PortalLink } from '#web/platform/navigation/PortalLink.tsx'
import { Button } from '#web/platform/ui/Button.tsx'
import { Checkbox } from '#web/platform/ui/Checkbox.tsx'
import { Disclosure } from '#web/platform/ui/Disclosure.tsx'
import { VisuallyHidden } from '#web/platform/ui/VisuallyHidden.tsx'
import { useDesk } from '#web/review/checking/use-desk.ts'
import styles from '#web/review/judging/PanelTable.module.css'
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
  onChoose: (work: number, add: boolean) => void
  onReport: (work: number, upheld: boolean) => void
  /** What may be done with a work; null when the marks are published. */
  onReference: ((work: PeerWork) => void) | null
  onDrop: ((work: number) => void) | null
}

export function WorkRows({ works, ...acts }: WorkRowsProps) {
  return (
    <div className={styles.box} data-blocks>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Автор</th>
            <th scope="col">Место</th>
            <th scope="col">Итог</th>
            <th scope="col">Средняя</th>
            <th scope="col">Разброс</th>
            <th scope="col">Оценок</th>
            <td>
              <VisuallyHidden>Действия</VisuallyHidden>
            </td>
          </tr>
        </thead>
        <tbody>
          {works.map((work) => (
            <Row key={work.work_id} work={work} {...acts} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Row({
  work,
  received,
  busy,
  chosen,
  onChoose,
  onReport,
  onReference,
  onDrop,
}: Omit<WorkRowsProps, 'works'> & { work: PeerWork }) {
  const desk = useDesk()
  const { work_id: id, name, test_id, state, outcome } = work
  const doing = busy?.work === id ? busy.act : null
  const hint = test_id === null ? null : idNumber(test_id)
  return (
    <tr>
      <th scope="row">
        <span className={styles.who}>
          {chosen && outcome === null && state !== 'stopped' ? (
            <Checkbox
              name={`work-${id}`}
              setting
              label={name}
              hint={hint}
              value={chosen.has(id)}
              onChange={(add) => onChoose(id, add)}
            />
          ) : (
            <>
              <bdi>{name}</bdi>
              <span className={styles.quiet}>{hint}</span>
            </>
          )}
          <PortalLink to={`${desk.path}/works/${id}`}>Открыть работу</PortalLink>
          <Marks work={work} />
          {work.reports.map(({ text, at, open }) => (
            <span key={at} className={styles.quiet}>
              {open ? 'Сообщение' : 'Решённое сообщение'} о заимствовании: {text}
            </span>
          ))}
        </span>
      </th>
      <td data-label="Место">{work.place ?? '—'}</td>
      <td data-label="Итог">
        <strong>{inPoints(work.balanced)}</strong>
      </td>
      <td data-label="Средняя">{inPoints(work.raw)}</td>
      <td data-label="Разброс">{inPoints(work.spread)}</td>
      <td data-label="Оценок">
        {outOf(work.received, received)}
        {work.experts > 0 && `, экспертов: ${work.experts}`}
      </td>
      <td>
        <div className={styles.acts}>
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
        </div>
      </td>
    </tr>
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
