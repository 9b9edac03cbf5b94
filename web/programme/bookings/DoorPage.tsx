import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { idNumber, outOf } from '#shared/platform/text/unbroken.ts'
import { counted } from '#shared/platform/time/plural.ts'
import type { DoorList, DoorPerson } from '#web/accounts/auth/door-store.ts'
import { profileQuery } from '#web/accounts/profile/queries.ts'
import { isFailure } from '#web/platform/api/failure.ts'
import { PageHeading } from '#web/platform/navigation/PageHeading.tsx'
import { PortalLink } from '#web/platform/navigation/PortalLink.tsx'
import { Button } from '#web/platform/ui/Button.tsx'
import { Failed } from '#web/platform/ui/Failed.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import { Select } from '#web/platform/ui/Select.tsx'
import { Skeleton } from '#web/platform/ui/Skeleton.tsx'
import { toDate } from '#web/stages/StagePath/deadline.ts'
import { StatusBadge } from '#web/stages/StatusBadge.tsx'
import styles from './Door.module.css'
import { DoorFinder } from './DoorFinder.tsx'
import { searchPeople } from './door-list.ts'
import { endOf, whenWords } from './slot-words.ts'
import { useDoor } from './use-door.ts'
import { WalkIn } from './WalkIn.tsx'

/** The door of an event: people are found by ticket, name or number, and marked, with or without a network. */
export function DoorPage() {
  const { stage } = useParams({ from: '/desk/doors/$stage' })
  const { data: profile, error, refetch } = useQuery(profileQuery)
  if (profile) return <Door key={stage} stageId={Number(stage)} owner={profile.id} />
  return <NoList error={error} onRepeat={() => void refetch()} />
}

/** The list is not on this device yet: the first time needs a network, and the page says so. */
function NoList({ error, onRepeat }: { error: unknown; onRepeat: () => void }) {
  const offline = isFailure(error, 'OFFLINE')
  return (
    <div className={styles.page}>
      <PageHeading title="Вход на мероприятие" />
      {error ? (
        <Failed
          title={offline ? 'На этом устройстве список ещё не открывали' : 'Список не загрузился'}
          error={error}
          onRepeat={onRepeat}
        >
          {offline
            ? 'В первый раз нужна связь: подключитесь к интернету и повторите. Потом список и отметки работают и без неё.'
            : null}
        </Failed>
      ) : (
        <Skeleton lines={6} />
      )}
    </div>
  )
}

const everyone = 'all'
/** Nobody looks through more rows than this; people use the search instead. */
const shownAtOnce = 100

function Door({ stageId, owner }: { stageId: number; owner: number }) {
  const door = useDoor(stageId, owner)
  const { list, people } = door
  const [chosen, setChosen] = useState<string | null>(null)
  const [typed, setTyped] = useState('')
  const [said, setSaid] = useState('')
  if (!list) return <NoList error={door.error} onRepeat={door.repeat} />
  const slotId = chosen ?? String(currentSlot(list) ?? everyone)
  const ofSlot = slotId === everyone ? people : people.filter(({ slot_id }) => String(slot_id) === slotId)
  // A search covers all slots: the person may have another one.
  const shown = searchPeople(typed === '' ? ofSlot : people, typed)
  const came = ofSlot.filter(({ state }) => state === 'attended').length
  const mark = (person: DoorPerson, what: 'came' | 'absent' | 'undone') => {
    door.mark({ slot_id: person.slot_id, test_id: person.test_id, mark: what })
    setSaid(`${person.name}: ${saidWords[what]}`)
  }
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <p>
          <PortalLink alone to="/desk">
            Рабочий стол
          </PortalLink>
        </p>
        <PageHeading title={list.title} />
        <p className={styles.quiet}>{list.address}</p>
      </header>
      {list.cancelled !== null && (
        <Notice tone="warning" title="Мероприятие отменено">
          {list.cancelled}
        </Notice>
      )}
      <Connection door={door} />
      {door.troubles.length > 0 && (
        <Notice tone="warning" title="Эти отметки не приняты" role="status">
          <ul>
            {door.troubles.map(({ id, words }) => (
              <li key={id}>{words}</li>
            ))}
          </ul>
        </Notice>
      )}
      <div className={styles.tools}>
        <Select
          name="door-slot"
          label="Время"
          options={[
            ...list.slots.map(({ slot_id, start_time }) => ({ value: String(slot_id), label: whenWords(start_time) })),
            { value: everyone, label: 'Все' },
          ]}
          value={slotId}
          onChange={(next) => setChosen(next || everyone)}
        />
        <DoorFinder
          people={people}
          typed={typed}
          onTyped={setTyped}
          onTicket={(person) => {
            if (person === null) setSaid('Такого билета в списке нет')
            else if (person.state === 'attended')
              setSaid(`${person.name}: уже отмечен${person.marked_at ? ` в ${person.marked_at.slice(11, 16)}` : ''}`)
            else {
              mark(person, 'came')
              const other = slotId !== everyone && String(person.slot_id) !== slotId
              const slot = list.slots.find(({ slot_id }) => slot_id === person.slot_id)
              if (other && slot) setSaid(`${person.name}: пришёл, но записан на ${whenWords(slot.start_time)}`)
            }
          }}
        />
      </div>
      <p role="status" className={styles.said}>
        {said}
      </p>
      <p className={styles.quiet}>Пришли {outOf(came, counted(ofSlot.length, 'человека', 'человек', 'человек'))}</p>
      <ul className={styles.list} aria-label="Участники">
        {shown.slice(0, shownAtOnce).map((person) => (
          <Row key={person.test_id} person={person} list={list} onMark={mark} />
        ))}
      </ul>
      {shown.length === 0 && <p>{typed === '' ? 'На это время никто не записан.' : 'Никого не нашли.'}</p>}
      {shown.length > shownAtOnce && (
        <p className={styles.quiet}>Показаны первые {shownAtOnce}: найдите человека по фамилии или ID.</p>
      )}
      {list.walk_ins && slotId !== everyone && (
        <WalkIn
          onAdd={(testId) => {
            const known = people.find(({ test_id }) => test_id === testId)
            if (known) mark(known, 'came')
            else {
              door.mark({ slot_id: Number(slotId), test_id: testId, mark: 'walk_in' })
              setSaid(`${idNumber(testId)}: пришёл без записи`)
            }
          }}
        />
      )}
    </div>
  )
}

const saidWords = { came: 'пришёл', absent: 'не пришёл', undone: 'отметка снята' }

/** The slot that is under way or comes next, by the clock of the device; the last one when all are over. */
function currentSlot({ slots, minutes }: DoorList): number | null {
  const now = new Date()
  return (slots.find(({ start_time }) => endOf(toDate(start_time), minutes) > now) ?? slots.at(-1))?.slot_id ?? null
}

function Connection({ door }: { door: ReturnType<typeof useDoor> }) {
  const { waiting, offline, storesNothing: forgetful, opensOffline } = door
  const marks = counted(waiting, 'отметка', 'отметки', 'отметок')
  if (offline)
    return (
      <Notice
        tone="warning"
        role="status"
        title="Нет связи: отмечайте дальше"
        actions={
          <Button kind="secondary" size="s" onClick={door.repeat}>
            Попробовать сейчас
          </Button>
        }
      >
        {waiting > 0 ? `Ждут отправки: ${marks}. ` : ''}
        {forgetful
          ? 'Этот браузер ничего не хранит: не закрывайте страницу, пока связь не вернётся.'
          : `Отметки хранятся на этом устройстве и уйдут сами, когда связь вернётся. ${
              opensOffline ? 'Страница откроется и без неё.' : 'Не закрывайте страницу.'
            }`}
      </Notice>
    )
  return (
    <>
      {opensOffline && <p className={styles.quiet}>Список на этом устройстве: страница откроется и без связи.</p>}
      {waiting > 0 && (
        <p role="status" className={styles.quiet}>
          Отправляем: {marks}
        </p>
      )}
    </>
  )
}

interface RowProps {
  person: DoorPerson
  list: DoorList
  onMark: (person: DoorPerson, what: 'came' | 'absent' | 'undone') => void
}

function Row({ person, list, onMark }: RowProps) {
  const { name, test_id, state, walk_in, marked_at, slot_id } = person
  const slot = list.slots.find((one) => one.slot_id === slot_id)
  const time = slot ? slot.start_time.slice(11, 16) : ''
  const act = (what: 'came' | 'absent' | 'undone', words: string, kind: 'secondary' | 'quiet') => (
    <Button kind={kind} size="s" aria-label={`${words}: ${name}`} onClick={() => onMark(person, what)}>
      {words}
    </Button>
  )
  return (
    <li className={styles.row}>
      <span>
        <strong>
          <bdi>{name}</bdi>
        </strong>
        <span className={styles.quiet}>
          {' '}
          {idNumber(test_id)}, {time}
          {walk_in && ', без записи'}
          {state === 'attended' && marked_at && `, отмечен в ${marked_at.slice(11, 16)}`}
        </span>
      </span>
      <span className={styles.acts}>
        {state === 'confirmed' ? (
          <>
            {act('came', 'Пришёл', 'secondary')}
            {act('absent', 'Не пришёл', 'quiet')}
          </>
        ) : (
          <>
            <StatusBadge look={state === 'attended' ? 'done' : 'shut'}>
              {state === 'attended' ? 'Пришёл' : 'Не пришёл'}
            </StatusBadge>
            {act('undone', 'Снять отметку', 'quiet')}
          </>
        )}
      </span>
    </li>
  )
}
