import { Button } from '#web/platform/ui/Button.tsx'
import { Heading } from '#web/platform/ui/Heading.tsx'
import { StatusBadge } from '#web/platform/ui/StatusBadge.tsx'
import { VisuallyHidden } from '#web/platform/ui/VisuallyHidden.tsx'
import styles from './Bookings.module.css'
import type { OfflineEvent, Slot } from './queries.ts'
import { dayWords, placesWords, slotsByDate, timeWords, whenWords } from './slot-words.ts'

interface SlotGroupsProps {
  event: OfflineEvent
  slots: Slot[]
  onChoose: (slot: Slot) => void
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
        <details className={styles.over}>
          <summary>Прошедшие даты</summary>
          <div className={styles.days}>{over.map(draw)}</div>
        </details>
      )}
    </div>
  )
}

function SlotRow({ event, slot, onChoose }: Omit<SlotGroupsProps, 'slots'> & { slot: Slot }) {
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
        <p className={styles.quiet}>{slot.begun ? 'Уже прошло' : placesWords(slot.places_left)}</p>
      </div>
      {slot.selected ? (
        <StatusBadge look="done">Вы записаны</StatusBadge>
      ) : (
        slot.available && (
          <Button kind="secondary" size="s" onClick={() => onChoose(slot)}>
            {event.own_slot ? 'Перенести' : 'Записаться'}
            <VisuallyHidden>: {whenWords(slot.start_time)}</VisuallyHidden>
          </Button>
        )
      )}
    </li>
  )
}
