import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { skipTitles } from '#shared/people/bulk-acts/acts.ts'
import { skippedPage } from '#shared/people/bulk-acts/limits.ts'
import { idNumber, outOf } from '#shared/platform/text/unbroken.ts'
import { parseWire, showDateTime } from '#shared/platform/time/moscow.ts'
import { counted, plural } from '#shared/platform/time/plural.ts'
import { leftWords, progressWords, showCount } from '#web/people/participants/progress-words.ts'
import { PortalLink } from '#web/platform/navigation/PortalLink.tsx'
import { useListHere } from '#web/platform/navigation/use-list.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Confirm } from '#web/platform/ui/Confirm.tsx'
import { Dialog } from '#web/platform/ui/Dialog.tsx'
import { Facts } from '#web/platform/ui/Facts.tsx'
import { PagedList } from '#web/platform/ui/PagedList.tsx'
import { Panel } from '#web/platform/ui/Panel.tsx'
import { ProgressBar } from '#web/platform/ui/ProgressBar.tsx'
import { QueryStates } from '#web/platform/ui/QueryStates.tsx'
import lists from '#web/platform/ui/WrittenLists.module.css'
import { words } from '#web/platform/ui/words.ts'
import { StatusBadge } from '#web/stages/StatusBadge.tsx'
import styles from './BulkActs.module.css'
import { type BulkActRow, skippedQuery, useConfirm, useUndo } from './queries.ts'

/** Every act on many people, with its progress, the people it left out, and how to undo it. */
export function BulkActList({ competition, acts }: { competition: string; acts: readonly BulkActRow[] }) {
  const [left, setLeft] = useState<BulkActRow | null>(null)
  const [confirmed, setConfirmed] = useState<BulkActRow | null>(null)
  const [undone, setUndone] = useState<BulkActRow | null>(null)
  return (
    <Panel title="Что уже делали">
      {acts.length === 0 && <p className={lists.quiet}>Действий со многими участниками ещё не было.</p>}
      <ul className={lists.list}>
        {acts.map((one) => (
          <li key={one.id}>
            <div className={lists.line}>
              <strong>{one.what}</strong>
              <State of={one} />
            </div>
            {one.state === 'gathering' && <ProgressBar label="Собираем участников" text={showCount(one.people)} />}
            {one.state === 'running' && (
              <ProgressBar
                label="Сделано"
                value={one.done + one.skipped}
                max={one.people}
                text={progressWords(one.done + one.skipped, one.people)}
                announced
              />
            )}
            {one.state === 'undoing' && (
              <ProgressBar
                label="Отменено"
                value={one.undone}
                max={one.done}
                text={progressWords(one.undone, one.done)}
                announced
              />
            )}
            <p className={lists.quiet}>
              {one.about}. {outcomeOf(one)}
            </p>
            <p className={lists.quiet}>
              {one.reason}. {momentOf(one.at)}
              {one.by !== '' && `, ${one.by}`}
              {one.confirmed_by !== '' && `. Подтверждено: ${one.confirmed_by}`}
            </p>
            <div className={styles.acts}>
              {one.skipped > 0 && (
                <Button kind="quiet" size="s" onClick={() => setLeft(one)}>
                  Кого не коснулось
                </Button>
              )}
              {one.may_confirm && (
                <Button kind="secondary" size="s" onClick={() => setConfirmed(one)}>
                  Подтвердить
                </Button>
              )}
              {(one.state === 'gathering' ||
                one.state === 'waiting' ||
                (!one.final && (one.state === 'running' || (one.state === 'done' && one.done > 0)))) && (
                <Button kind="quiet" size="s" onClick={() => setUndone(one)}>
                  {undoWords[one.state] ?? 'Отменить действие'}
                </Button>
              )}
            </div>
          </li>
        ))}
      </ul>
      {left && <LeftOut competition={competition} of={left} onClose={() => setLeft(null)} />}
      {confirmed && <ConfirmDialog competition={competition} of={confirmed} onClose={() => setConfirmed(null)} />}
      {undone && <UndoDialog competition={competition} of={undone} onClose={() => setUndone(null)} />}
    </Panel>
  )
}

const undoWords: Partial<Record<BulkActRow['state'], string>> = {
  gathering: 'Остановить',
  waiting: 'Отозвать',
  running: 'Остановить и отменить',
}

function State({ of: { state } }: { of: BulkActRow }) {
  if (state === 'gathering') return <StatusBadge look="waiting">Готовится</StatusBadge>
  if (state === 'waiting') return <StatusBadge look="waiting">Ждёт подтверждения</StatusBadge>
  if (state === 'running') return <StatusBadge look="waiting">Выполняется</StatusBadge>
  if (state === 'undoing') return <StatusBadge look="waiting">Отменяется</StatusBadge>
  if (state === 'undone') return <StatusBadge look="neutral">Отменено</StatusBadge>
  return <StatusBadge look="done">Сделано</StatusBadge>
}

function outcomeOf({ state, people, done, skipped, undone, seconds_left }: BulkActRow): string {
  if (state === 'gathering' || state === 'running' || state === 'undoing') return leftWords(seconds_left)
  const all = `${showCount(people)} ${plural(people, 'человек', 'человека', 'человек')}`
  if (state === 'waiting') return `В отборе ${all}`
  if (state === 'undone' && done === 0) return `В отборе ${all}, ничего не изменено`
  const changed = `Изменено ${outOf(showCount(done), all)}`
  if (state === 'undone') return `${changed}, отменено у ${showCount(undone)}`
  return skipped > 0 ? `${changed}, не коснулось ${showCount(skipped)}` : changed
}

interface DialogProps {
  competition: string
  of: BulkActRow
  onClose: () => void
}

const undoText = ({ what, done }: BulkActRow) =>
  `«${what}» отменим у ${counted(done, 'человека', 'человек', 'человек')}. Что с тех пор изменили другие, останется. Кому приходило уведомление, тому придёт ещё одно.`

function ConfirmDialog({ competition, of, onClose }: DialogProps) {
  const act = useConfirm(competition)
  return (
    <Confirm
      title="Подтвердить решение?"
      act="Подтвердить решение"
      send={() => act.mutateAsync(of.id)}
      onClose={onClose}
    >
      <p>
        {of.what}. {of.about}, {counted(of.people, 'человек', 'человека', 'человек')} в отборе. Участники прочитают: «
        {of.reason}». {words.forever}
      </p>
    </Confirm>
  )
}

function UndoDialog({ competition, of, onClose }: DialogProps) {
  const act = useUndo(competition)
  return (
    <Confirm title="Отменить действие?" act="Отменить действие" send={() => act.mutateAsync(of.id)} onClose={onClose}>
      <p>
        {of.state === 'waiting' || of.state === 'gathering'
          ? 'Ещё ничего не сделано: решение просто не вступит в силу.'
          : undoText(of)}
      </p>
    </Confirm>
  )
}

function LeftOut({ competition, of, onClose }: DialogProps) {
  const list = useListHere({})
  const query = useQuery(skippedQuery(competition, of.id, list.asked.page))
  return (
    <Dialog title="Кого действие не коснулось" isOpen onClose={onClose}>
      <QueryStates of={[query]} loading="Загружаем список" failed="Список не загрузился" lines={6} level={3}>
        {({ reasons }) => (
          <div className={lists.fields}>
            <ul className={styles.reasons}>
              {reasons.map(({ why, people: of }) => (
                <li key={why}>
                  {skipTitles[why]}: {of}
                </li>
              ))}
            </ul>
            <PagedList of={query} list={list} size={skippedPage}>
              {({ people }) => (
                <ul className={styles.people}>
                  {people.map(({ test_id, name, why }) => (
                    <li key={test_id}>
                      <PortalLink alone to={`/admin/${competition}/people/${test_id}`}>
                        <bdi>{name}</bdi>
                      </PortalLink>
                      <span className={lists.quiet}>
                        <Facts of={[idNumber(test_id), skipTitles[why]]} />
                      </span>
                    </li>
                  ))}
                </ul>
              )}
            </PagedList>
          </div>
        )}
      </QueryStates>
    </Dialog>
  )
}

function momentOf(wire: string): string {
  const moment = parseWire(wire)
  return moment ? showDateTime(moment) : wire
}
