import { useState } from 'react'
import { idNumber } from '#shared/platform/text/unbroken.ts'
import { maxCapacity, maxEventReason } from '#shared/programme/bookings/limits.ts'
import { showBanner } from '#web/platform/messages/banner.ts'
import { Confirm } from '#web/platform/ui/Confirm.tsx'
import { DateTimeField } from '#web/platform/ui/DateTimeField.tsx'
import { NumberField } from '#web/platform/ui/NumberField.tsx'
import { RadioGroup } from '#web/platform/ui/RadioGroup.tsx'
import { Select } from '#web/platform/ui/Select.tsx'
import { TextArea } from '#web/platform/ui/TextArea.tsx'
import { momentWords, whenWords } from '#web/programme/bookings/slot-words.ts'
import type { StagePanelProps } from '#web/stages/kind.ts'
import { Audience, type AudienceChoice } from './Audience.tsx'
import styles from './Event.module.css'
import { type Acted, callsOf, type Panel, type PanelSlot, type SlotChange, useAct } from './queries.ts'

interface SlotDialogProps {
  place: StagePanelProps
  panel: Panel
  slot: PanelSlot
  onClose: () => void
}

type Act = SlotChange['act']

/** What can be done with one slot. Before people are moved, it shows who and where to. */
export function SlotDialog({ place, panel, slot, onClose }: SlotDialogProps) {
  const calls = callsOf(place)
  const [act, setAct] = useState<Act>('capacity')
  const [capacity, setCapacity] = useState(String(slot.capacity))
  const [startsAt, setStartsAt] = useState(slot.start_time.slice(0, 16))
  const [to, setTo] = useState('')
  const [reason, setReason] = useState('')
  const [audience, setAudience] = useState<AudienceChoice>(slot)
  const [seen, setSeen] = useState<Acted['moves'] | null>(null)
  const [tried, setTried] = useState(false)
  const saving = useAct(place, (body: SlotChange) => calls.change(slot.slot_id, body))
  const change = changeOf()
  const fault = faultOf()
  const moves = movesPeople()
  const choose =
    <V,>(set: (value: V) => void) =>
    (value: V) => {
      setSeen(null)
      set(value)
    }
  async function go() {
    setTried(true)
    if (fault) return false
    if (!moves || seen !== null) return saving.mutateAsync({ ...change, move_people: seen !== null })
    setSeen((await saving.mutateAsync({ ...change, preview: true })).moves)
    return false
  }
  return (
    <Confirm
      title={whenWords(slot.start_time)}
      act={moves && seen === null ? 'Посмотреть, что изменится' : act === 'remove' ? 'Убрать' : 'Сохранить'}
      danger={act === 'remove'}
      size="m"
      send={go}
      onDone={() => showBanner('Расписание изменено', 'success')}
      onClose={onClose}
    >
      <RadioGroup
        name="slot-act"
        label="Что сделать"
        options={[
          { value: 'capacity', label: 'Изменить число мест' },
          { value: 'audience', label: 'Изменить, кому открыта запись' },
          slot.blocked
            ? { value: 'unblock', label: 'Снова открыть запись' }
            : { value: 'block', label: 'Закрыть запись: кто записан, останется' },
          { value: 'retime', label: 'Перенести всех на другое время' },
          ...(panel.slots.length > 1 ? [{ value: 'merge', label: 'Объединить с другой встречей' }] : []),
          { value: 'remove', label: 'Убрать из расписания' },
        ]}
        error={null}
        value={act}
        onChange={choose((value: string) => setAct(value as Act))}
      />
      {act === 'capacity' && (
        <NumberField
          name="slot-capacity"
          label="Мест"
          maxLength={5}
          error={tried ? fault : null}
          value={capacity}
          onChange={choose(setCapacity)}
        />
      )}
      {act === 'audience' && <Audience panel={panel} value={audience} onChange={choose(setAudience)} />}
      {act === 'retime' && (
        <DateTimeField
          name="slot-starts"
          label="Новое начало"
          error={tried ? fault : null}
          value={startsAt}
          onChange={choose(setStartsAt)}
        />
      )}
      {act === 'merge' && (
        <Select
          name="slot-target"
          label="С какой"
          error={tried ? fault : null}
          options={panel.slots
            .filter(({ slot_id }) => slot_id !== slot.slot_id)
            .map(({ slot_id, start_time }) => ({ value: String(slot_id), label: whenWords(start_time) }))}
          value={to}
          onChange={choose(setTo)}
        />
      )}
      {moves && (
        <TextArea
          name="slot-reason"
          label="Причина"
          hint="Она войдёт в письмо тем, кого это касается"
          required={false}
          rows={2}
          limit={maxEventReason}
          error={null}
          value={reason}
          onChange={setReason}
        />
      )}
      {seen && (
        <div role="status" className={styles.part}>
          <p>{seen.length === 0 ? 'Это никого не коснётся.' : `Перейдут: ${seen.length}. Каждому уйдёт письмо.`}</p>
          <ul className={styles.moves}>
            {seen.map(({ test_id, name, to: target }) => (
              <li key={test_id}>
                <bdi>{name}</bdi> <span className={styles.quiet}>{idNumber(test_id)}</span> →{' '}
                {target === null ? 'первым в лист ожидания' : momentWords(target)}
              </li>
            ))}
          </ul>
        </div>
      )}
    </Confirm>
  )

  function changeOf(): SlotChange {
    const why = reason.trim() === '' ? {} : { reason: reason.trim() }
    if (act === 'capacity') return { act, capacity: Number(capacity), ...why }
    if (act === 'audience') return { act, regions: [...audience.regions], tracks: [...audience.tracks] }
    if (act === 'retime') return { act, starts_at: `${startsAt}:00`, ...why }
    if (act === 'merge') return { act, to: Number(to), ...why }
    return { act }
  }

  function faultOf(): string | null {
    if (act === 'capacity')
      return /^\d+$/.test(capacity) && Number(capacity) >= 1 && Number(capacity) <= maxCapacity
        ? null
        : `От 1 до ${maxCapacity}`
    if (act === 'retime') return /^\d{4}-\d\d-\d\d \d\d:\d\d$/.test(startsAt) ? null : 'Укажите день и время'
    if (act === 'merge') return to === '' ? 'Выберите встречу' : null
    return null
  }

  function movesPeople(): boolean {
    if (act === 'capacity') return Number(capacity) < slot.taken
    return (act === 'retime' || act === 'merge') && slot.taken > 0
  }
}
