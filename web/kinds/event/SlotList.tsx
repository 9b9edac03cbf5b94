import { useState } from 'react'
import { outOf } from '#shared/platform/text/unbroken.ts'
import { counted, plural } from '#shared/platform/time/plural.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Heading } from '#web/platform/ui/Heading.tsx'
import { dayWords, slotsByDate, timeWords, whenWords } from '#web/programme/bookings/slot-words.ts'
import type { StagePanelProps } from '#web/stages/kind.ts'
import { StatusBadge } from '#web/stages/StatusBadge.tsx'
import { audienceWords } from './Audience.tsx'
import styles from './Event.module.css'
import type { Panel, PanelSlot } from './queries.ts'
import { SlotDialog } from './SlotDialog.tsx'

/** Every slot with how it fills, by day. */
export function SlotList({ place, panel }: { place: StagePanelProps; panel: Panel }) {
  const [chosen, setChosen] = useState<number | null>(null)
  const slot = panel.slots.find(({ slot_id }) => slot_id === chosen)
  if (panel.slots.length === 0) return <p>Расписания ещё нет. Составьте его: участники увидят время сразу.</p>
  return (
    <>
      {slotsByDate(panel.slots).map(([date, slots]) => (
        <section key={date} className={styles.part} aria-labelledby={`slots-${date}`}>
          <Heading level={3} size={4} id={`slots-${date}`}>
            {dayWords(date)}
          </Heading>
          <ul className={styles.list}>
            {slots.map((each) => (
              <li key={each.slot_id} className={styles.row}>
                <span>
                  <strong>{timeWords(each.start_time, panel.minutes)}</strong>{' '}
                  <span className={styles.quiet}>{fillWords(each)}</span>
                  {audienceWords(each, panel) !== '' && (
                    <span className={styles.audience}>{audienceWords(each, panel)}</span>
                  )}
                </span>
                <span className={styles.acts}>
                  {each.blocked && <StatusBadge look="shut">Запись закрыта</StatusBadge>}
                  {panel.cancelled === null && (
                    <Button
                      kind="quiet"
                      size="s"
                      aria-label={`Изменить: ${whenWords(each.start_time)}`}
                      onClick={() => setChosen(each.slot_id)}
                    >
                      Изменить
                    </Button>
                  )}
                </span>
              </li>
            ))}
          </ul>
        </section>
      ))}
      {slot && <SlotDialog place={place} panel={panel} slot={slot} onClose={() => setChosen(null)} />}
    </>
  )
}

function fillWords({ taken, capacity, waiting, attended, no_show, walk_ins }: PanelSlot): string {
  const people = (count: number) => counted(count, 'человек', 'человека', 'человек')
  return [
    `занято ${outOf(taken, capacity)}`,
    waiting > 0 && `${plural(waiting, 'ждёт', 'ждут', 'ждут')} ${people(waiting)}`,
    attended > 0 && `${plural(attended, 'пришёл', 'пришли', 'пришли')} ${people(attended)}`,
    walk_ins > 0 && `из них без записи — ${walk_ins}`,
    no_show > 0 && `не ${plural(no_show, 'пришёл', 'пришли', 'пришли')} ${people(no_show)}`,
  ]
    .filter(Boolean)
    .join(', ')
}
