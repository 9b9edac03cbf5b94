import { useState } from 'react'
import { inUnits } from '#shared/platform/text/unbroken.ts'
import { counted } from '#shared/platform/time/plural.ts'
import { maxCapacity } from '#shared/programme/bookings/limits.ts'
import { slotTimes } from '#shared/programme/bookings/slot-plan.ts'
import { showBanner } from '#web/platform/messages/banner.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { DateField } from '#web/platform/ui/DateField.tsx'
import { FailureNotice } from '#web/platform/ui/FailureNotice.tsx'
import { Heading } from '#web/platform/ui/Heading.tsx'
import { NumberField } from '#web/platform/ui/NumberField.tsx'
import { TextField } from '#web/platform/ui/TextField.tsx'
import { typedTime } from '#web/platform/ui/typed-time.ts'
import type { StagePanelProps } from '#web/stages/kind.ts'
import { Audience, type AudienceChoice } from './Audience.tsx'
import styles from './Event.module.css'
import { callsOf, type Panel, useAct } from './queries.ts'

const blank = { first_day: '', last_day: '', from: '10:00', to: '18:00', pause: '0', capacity: '20' }
const everybody: AudienceChoice = { regions: [], tracks: [] }
const isTime = (text: string) => /^([01]\d|2[0-3]):[0-5]\d$/.test(text)
const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text)
const whole = (text: string, from: number, to: number) =>
  /^\d+$/.test(text) && Number(text) >= from && Number(text) <= to

/** Makes the same slots on every day from the first to the last. */
export function SlotMaker({ place, panel }: { place: StagePanelProps; panel: Panel }) {
  const [typed, setTyped] = useState(blank)
  const [audience, setAudience] = useState(everybody)
  const [tried, setTried] = useState(false)
  const making = useAct(place, callsOf(place).make, (after) => {
    showBanner(`Готово: в расписании ${counted(after.slots.length, 'встреча', 'встречи', 'встреч')}`, 'success')
    setTyped(blank)
    setTried(false)
  })
  const write = (name: keyof typeof blank) => (value: string) => {
    making.reset()
    setTyped({ ...typed, [name]: value })
  }
  const writeTime = (name: 'from' | 'to') => (value: string) => write(name)(typedTime(value, typed[name]))
  const last = typed.last_day || typed.first_day
  const plan = { ...typed, last_day: last, minutes: panel.minutes, pause: Number(typed.pause) }
  const times = isDay(typed.first_day) && isDay(last) && isTime(typed.from) && isTime(typed.to) ? slotTimes(plan) : null
  const faults = {
    first_day: isDay(typed.first_day) ? null : 'Укажите день',
    last_day: typed.last_day === '' || isDay(typed.last_day) ? null : 'Укажите день целиком или оставьте пустым',
    from: isTime(typed.from) ? null : 'Часы и минуты, например 10:00',
    to: isTime(typed.to) ? null : 'Часы и минуты, например 18:00',
    pause: whole(typed.pause, 0, 600) ? null : 'От 0 до 600 минут',
    capacity: whole(typed.capacity, 1, maxCapacity) ? null : `От 1 до ${maxCapacity}`,
  }
  const sound = Object.values(faults).every((fault) => fault === null)
  const shown = (name: keyof typeof faults) => (tried ? faults[name] : null)
  return (
    <form
      className={styles.part}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setTried(true)
        if (!sound || making.isPending) return
        const { pause, capacity, ...days } = typed
        making.mutate({
          ...{ ...days, last_day: last, pause: Number(pause), capacity: Number(capacity) },
          ...{ regions: [...audience.regions], tracks: [...audience.tracks] },
        })
      }}
    >
      <Heading level={3} size={4}>
        Добавить встречи
      </Heading>
      <div className={styles.fields}>
        <DateField
          name="slots-first"
          label="Первый день"
          hint="Число, месяц и год"
          error={shown('first_day')}
          value={typed.first_day}
          onChange={write('first_day')}
        />
        <DateField
          name="slots-last"
          label="Последний день"
          hint="Пусто — один день"
          required={false}
          error={shown('last_day')}
          value={typed.last_day}
          onChange={write('last_day')}
        />
        <TextField
          name="slots-from"
          label="С"
          hint="По Москве"
          inputMode="numeric"
          error={shown('from')}
          value={typed.from}
          onChange={writeTime('from')}
        />
        <TextField
          name="slots-to"
          label="До"
          hint="По Москве"
          inputMode="numeric"
          error={shown('to')}
          value={typed.to}
          onChange={writeTime('to')}
        />
        <NumberField
          name="slots-pause"
          label="Перерыв между встречами"
          unit="минут"
          maxLength={3}
          error={shown('pause')}
          value={typed.pause}
          onChange={write('pause')}
        />
        <NumberField
          name="slots-capacity"
          label="Мест на каждой"
          maxLength={5}
          error={shown('capacity')}
          value={typed.capacity}
          onChange={write('capacity')}
        />
        <Audience panel={panel} value={audience} onChange={setAudience} />
      </div>
      <p className={styles.quiet} role="status">
        {times && times.length > 0 && sound
          ? `Получится ${counted(times.length, 'встреча', 'встречи', 'встреч')} по ${inUnits(panel.minutes, 'мин')}.`
          : `Каждая встреча длится ${counted(panel.minutes, 'минуту', 'минуты', 'минут')}: это задают настройки этапа.`}
      </p>
      <FailureNotice error={making.error} />
      <div className={styles.acts}>
        <Button type="submit" kind="secondary" pending={making.isPending} pendingText="Составляем…">
          Добавить в расписание
        </Button>
      </div>
    </form>
  )
}
