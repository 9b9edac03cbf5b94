import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { peoplePage } from '#shared/kinds/choose_tracks/limits.ts'
import { idNumber } from '#shared/platform/text/unbroken.ts'
import { parseWire, showDateTime, showMoscowTime } from '#shared/platform/time/moscow.ts'
import { counted } from '#shared/platform/time/plural.ts'
import { useList } from '#web/platform/navigation/use-list.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Confirm } from '#web/platform/ui/Confirm.tsx'
import { DataTable, Who } from '#web/platform/ui/DataTable.tsx'
import { Disclosure } from '#web/platform/ui/Disclosure.tsx'
import { Moments } from '#web/platform/ui/Moments.tsx'
import { PagedList } from '#web/platform/ui/PagedList.tsx'
import { Panel } from '#web/platform/ui/Panel.tsx'
import { QueryStates } from '#web/platform/ui/QueryStates.tsx'
import { words } from '#web/platform/ui/words.ts'
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
  const list = useList('allocation', {})
  const preview = useQuery(allocationQuery(place, list.asked.page))
  return (
    <QueryStates of={[preview]} loading="Считаем…" failed="Распределение не посчиталось" level={3}>
      {(data) => (
        <>
          <Totals data={data} />
          <PagedList of={preview} list={list} size={peoplePage} label="Страницы распределения">
            {({ people: found }) => <People people={found} />}
          </PagedList>
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

function People({ people: found }: { people: Allocation['people'] }) {
  return (
    <DataTable
      label="Кто какой трек получит"
      rows={found}
      keyOf={({ test_id }) => test_id}
      columns={[
        {
          title: 'Участник',
          width: 38,
          cell: ({ test_id, name, wishes }) => <Who name={name} id={test_id} about={[wishes.join(', ')]} />,
        },
        {
          title: 'Балл',
          kind: 'number',
          cell: ({ score }) => (score === null ? 'нет' : String(score).replace('.', ',')),
        },
        { title: 'Получит', cell: ({ track }) => track ?? 'места не хватило' },
        { title: 'Приоритет', cell: ({ priority, track }) => priority ?? (track ? 'по умолчанию' : 'нет') },
      ]}
    />
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
