import { parseWire } from '#shared/platform/time/moscow.ts'
import { counted } from '#shared/platform/time/plural.ts'
import { venueTime } from '#shared/programme/bookings/venue-time.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Fold } from '#web/platform/ui/Fold.tsx'
import { Heading } from '#web/platform/ui/Heading.tsx'
import { VisuallyHidden } from '#web/platform/ui/VisuallyHidden.tsx'
import { StatusBadge } from '#web/stages/StatusBadge.tsx'
import styles from './Bookings.module.css'
import type { OfflineEvent, Slot } from './queries.ts'
import { dayWords, placesWords, slotsByDate, timeWords, whenWords } from './slot-words.ts'

const pastDays = 'Прошедшие даты'

interface SlotGroupsProps {
  event: OfflineEvent
  slots: Slot[]
  onChoose: (slot: Slot, what: 'book' | 'move' | 'wait') => void
}

/** Slots grouped by date. Past days are collapsed at the end. */
export function SlotGroups({ event, slots, onChoose }: SlotGroupsProps) {
  const days = slotsByDate(slots)
  const isOver = ([, ofDay]: (typeof days)[number]) => ofDay.every(({ begun }) => begun)
  const over = days.filter(isOver)
  const draw = ([date, ofDay]: (typeof days)[number]) => (
    <section key={date} className={styles.day} aria-labelledby={`day-${date}`}>
      <Heading level={2} size={3} id={`day-${date}`}>
        {dayWords(date)}
      </Heading>
      <ul className={styles.slots}>
        {ofDay.map((slot) => (
          <SlotRow key={slot.id} event={event} slot={slot} onChoose={onChoose} />
        ))}
      </ul>
    </section>
  )
  return (
    <div className={styles.days}>
      {days.filter((day) => !isOver(day)).map(draw)}
      {over.length > 0 && (
        <section>
          <Fold
            heading={
              <Heading level={2} size={3}>
                {pastDays}
              </Heading>
            }
            title={pastDays}
            says={over.map(([date]) => dayWords(date)).join('; ')}
            read
            name={`past-days-${event.id}`}
          >
            <div className={styles.over}>{over.map(draw)}</div>
          </Fold>
        </section>
      )}
    </div>
  )
}

function SlotRow({ event, slot, onChoose }: Omit<SlotGroupsProps, 'slots'> & { slot: Slot }) {
  const starts = parseWire(slot.start_time)
  const local = starts ? venueTime(starts, event.venue.zone) : ''
  const ownState = event.own?.id === slot.id ? event.own.state : null
  return (
    <li
      className={styles.slot}
      data-own={slot.selected || undefined}
      data-shut={(!slot.available && !slot.selected) || undefined}
    >
      <div>
        <time className={styles.time} dateTime={`${slot.start_time.replace(' ', 'T')}+03:00`}>
          {timeWords(slot.start_time, event.minutes)}
        </time>
        {local && <p className={styles.quiet}>{local}</p>}
        <p className={styles.quiet}>{slotWords(slot)}</p>
      </div>
      {slot.selected ? (
        <StatusBadge look="done">Вы записаны</StatusBadge>
      ) : ownState ? (
        <StatusBadge look={ownState === 'waiting' ? 'waiting' : 'due'}>{ownWords[ownState]}</StatusBadge>
      ) : slot.may_wait ? (
        <Button kind="secondary" size="s" onClick={() => onChoose(slot, 'wait')}>
          В лист ожидания
          <VisuallyHidden>: {whenWords(slot.start_time)}</VisuallyHidden>
        </Button>
      ) : (
        slot.available && (
          <Button kind="secondary" size="s" onClick={() => onChoose(slot, event.own_slot ? 'move' : 'book')}>
            {event.own_slot ? 'Перенести' : 'Записаться'}
            <VisuallyHidden>: {whenWords(slot.start_time)}</VisuallyHidden>
          </Button>
        )
      )}
    </li>
  )
}

const ownWords = {
  held: 'Место за вами',
  offered: 'Место ждёт вас',
  waiting: 'Вы в очереди',
  confirmed: 'Вы записаны',
  attended: 'Вы были',
  no_show: 'Вы записывались',
}

function slotWords({ begun, blocked, places_left, queue }: Slot): string {
  if (begun) return 'Уже прошло'
  if (blocked) return 'Запись закрыта'
  const waits = queue > 0 ? `, в очереди — ${counted(queue, 'человек', 'человека', 'человек')}` : ''
  return `${placesWords(places_left)}${waits}`
}
