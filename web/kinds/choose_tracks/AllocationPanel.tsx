import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { peoplePage } from '#shared/kinds/choose_tracks/limits.ts'
import { idNumber } from '#shared/platform/text/unbroken.ts'
import { parseWire, showDateTime, showMoscowTime } from '#shared/platform/time/moscow.ts'
import { counted } from '#shared/platform/time/plural.ts'
import { useHistoryState } from '#web/platform/navigation/use-history-state.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Confirm } from '#web/platform/ui/Confirm.tsx'
import { Disclosure } from '#web/platform/ui/Disclosure.tsx'
import { Facts } from '#web/platform/ui/Facts.tsx'
import { Moments } from '#web/platform/ui/Moments.tsx'
import { Pagination } from '#web/platform/ui/Pagination.tsx'
import { Panel } from '#web/platform/ui/Panel.tsx'
import { QueryStates } from '#web/platform/ui/QueryStates.tsx'
import { words } from '#web/platform/ui/words.ts'
import table from '#web/review/judging/PanelTable.module.css'
import type { StagePanelProps } from '#web/stages/kind.ts'
import { type Allocation, allocationQuery, type Overview, usePublish } from './panel-queries.ts'
import styles from './TracksPanel.module.css'

/** A preview of how the places will be given out, before anybody is notified. */
export function AllocationPanel({ place, overview }: { place: StagePanelProps; overview: Overview }) {
  const given = overview.allocated_at === null ? null : parseWire(overview.allocated_at)
  return (
    <Panel
      id="allocation"
      title="Распределение мест"
      says={given ? `Места распределены ${showDateTime(given)}` : 'Ещё не опубликовано'}
      open={given === null}
    >
      <div className={styles.panels}>
        <p className={styles.quiet}>{overview.method}</p>
        {given ? (
          <p>
            Места распределены <Moments text={showMoscowTime(given)} />, участники получили уведомления.
          </p>
        ) : (
          <Preview place={place} />
        )}
      </div>
    </Panel>
  )
}

function Preview({ place }: { place: StagePanelProps }) {
  const [page, setPage] = useHistoryState('allocation-panel-page', 1)
  const preview = useQuery(allocationQuery(place, page))
  return (
    <QueryStates of={[preview]} loading="Считаем…" failed="Распределение не посчиталось" level={3}>
      {(data) => (
        <>
          <Totals data={data} />
          {data.count > 0 && <People data={data} />}
          <Pagination
            page={page}
            pages={Math.max(1, Math.ceil(data.count / peoplePage))}
            label="Страницы распределения"
            onChange={setPage}
          />
          {data.moved > 0 && <Moves data={data} />}
          <Publish place={place} data={data} />
        </>
      )}
    </QueryStates>
  )
}

const people = (count: number) => counted(count, 'человек', 'человека', 'человек')

function Totals({ data: { tracks, unplaced, by_default, count } }: { data: Allocation }) {
  if (count === 0) return <p>Выбор пока никто не сделал.</p>
  return (
    <ul className={styles.changes}>
      {tracks.map(({ code, title, given, left, lowest }) => (
        <li key={code}>
          {title}: {people(given)}
          {left !== null && ` на ${counted(left, 'место', 'места', 'мест')}`}
          {lowest !== null && `, проходной балл ${String(lowest).replace('.', ',')}`}
        </li>
      ))}
      {by_default > 0 && <li>Трек по умолчанию: {people(by_default)}</li>}
      <li>Без места: {people(unplaced)}</li>
    </ul>
  )
}

/** Members who have a track and follow their team into another. */
function Moves({ data: { moved, moves } }: { data: Allocation }) {
  return (
    <Disclosure says={`Сменят трек вместе с командой: ${people(moved)}`}>
      <ul className={styles.changes}>
        {moves.map(({ test_id, name, from, to }) => (
          <li key={test_id}>
            <bdi>{name}</bdi>, {idNumber(test_id)}: «{from}» → «{to}»
          </li>
        ))}
      </ul>
      {moved > moves.length && <p className={styles.quiet}>Показаны первые {moves.length}.</p>}
    </Disclosure>
  )
}

function People({ data }: { data: Allocation }) {
  return (
    <div className={table.box}>
      <table className={table.table}>
        <thead>
          <tr>
            <th scope="col">Участник</th>
            <th scope="col">Балл</th>
            <th scope="col">Получит</th>
            <th scope="col">Приоритет</th>
          </tr>
        </thead>
        <tbody>
          {data.people.map(({ test_id, name, score, track, priority, wishes }) => (
            <tr key={test_id}>
              <th scope="row">
                <span className={table.who}>
                  <bdi>{name}</bdi>
                  <span className={table.quiet}>
                    <Facts of={[idNumber(test_id), wishes.join(', ')]} />
                  </span>
                </span>
              </th>
              <td data-label="Балл">{score === null ? 'нет' : String(score).replace('.', ',')}</td>
              <td data-label="Получит">{track ?? 'места не хватило'}</td>
              <td data-label="Приоритет">{priority ?? (track ? 'по умолчанию' : 'нет')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Publish({ place, data }: { place: StagePanelProps; data: Allocation }) {
  const [asking, setAsking] = useState(false)
  const publishing = usePublish(place)
  if (!data.may_publish) return <p className={styles.quiet}>Опубликовать можно, когда выбор закроется.</p>
  if (data.count === 0) return null
  return (
    <div>
      <Button onClick={() => setAsking(true)}>Опубликовать распределение</Button>
      {asking && (
        <Confirm
          title="Опубликовать распределение?"
          act="Опубликовать"
          send={() => publishing.mutateAsync(data.fingerprint)}
          onClose={() => setAsking(false)}
        >
          <p>
            Попадут в треки: {people(data.count - data.unplaced)}
            {data.unplaced > 0 && `, без места останутся: ${people(data.unplaced)}`}. Все получат уведомления.{' '}
            {words.forever} Потом людей можно переводить по одному.
          </p>
        </Confirm>
      )}
    </div>
  )
}
