import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { wordingOf } from '#shared/platform/api/refusal-wording.ts'
import { minutesInWords } from '#shared/platform/time/minutes-in-words.ts'
import { maxInvited } from '#shared/programme/meetings/limits.ts'
import { momentAhead, placeFault } from '#shared/programme/meetings/meeting-faults.ts'
import { meetingLengths, usualMinutes } from '#shared/programme/meetings/status-at.ts'
import { moscowOffset, timeAt } from '#shared/programme/meetings/zones.ts'
import { isFailure } from '#web/platform/api/failure.ts'
import { serverNow } from '#web/platform/api/server-clock.ts'
import { Confirm } from '#web/platform/ui/Confirm.tsx'
import { DateTimeField } from '#web/platform/ui/DateTimeField.tsx'
import { Dialog } from '#web/platform/ui/Dialog.tsx'
import { QueryStates } from '#web/platform/ui/QueryStates.tsx'
import { RadioGroup } from '#web/platform/ui/RadioGroup.tsx'
import { Select } from '#web/platform/ui/Select.tsx'
import { TextField } from '#web/platform/ui/TextField.tsx'
import { InvitedPeople, type Mentees } from './InvitedPeople.tsx'
import styles from './Mentors.module.css'
import { type MentorMeeting, menteesQuery, useKeepMeeting } from './mentor-meetings.ts'

interface MeetingFormProps {
  /** The meeting to change; null makes one. */
  meeting: MentorMeeting | null
  onClose: () => void
}

/** Whom the mentor invites, when, how and where. */
export function MeetingForm({ meeting, onClose }: MeetingFormProps) {
  const people = useQuery({ ...menteesQuery(''), enabled: meeting === null })
  if (meeting) return <Form meeting={meeting} people={[]} count={0} onClose={onClose} />
  if (people.data && people.data.people.length > 0) return <Form meeting={null} {...people.data} onClose={onClose} />
  return (
    <Dialog title="Назначить встречу" isOpen onClose={onClose}>
      <QueryStates of={[people]} loading="Загружаем участников…" failed="Участники не загрузились" level={3}>
        {() => <p>Пока некого пригласить: с вами ещё никто не работает.</p>}
      </QueryStates>
    </Dialog>
  )
}

const formats = [
  { value: '2', label: 'Онлайн' },
  { value: '1', label: 'Очно' },
]

function Form({ meeting, people, count, onClose }: MeetingFormProps & { people: Mentees; count: number }) {
  const [chosen, setChosen] = useState<Mentees>(people.length === 1 ? people : [])
  const [date, setDate] = useState((meeting?.meeting_date ?? '').slice(0, 16))
  const [minutes, setMinutes] = useState(String(meeting?.minutes ?? usualMinutes))
  const [format, setFormat] = useState(String(meeting?.format ?? 2))
  const [place, setPlace] = useState(meeting?.place ?? '')
  const [tried, setTried] = useState(false)
  const saving = useKeepMeeting(meeting)
  const [typedDay = '', typedTime = ''] = date.trim().split(' ')
  const wire = `${typedDay} ${typedTime.padStart(5, '0')}:00`
  const startsAt = momentAhead(wire, serverNow())
  const number = format === '1' ? 1 : 2
  const badPlace = placeFault(number, place)
  const refused = isFailure(saving.error) ? saving.error.fields : {}
  const own = {
    who: meeting ? null : whoFault(chosen),
    date: startsAt ? null : wordingOf('meeting_date_wrong'),
    place: badPlace ? wordingOf(badPlace) : null,
  }
  const faults = tried
    ? {
        ...own,
        date: own.date ?? refused.meeting_date?.message ?? null,
        place: own.place ?? refused.place?.message ?? null,
      }
    : { who: null, date: null, place: null }
  const lengths = [...new Set([...meetingLengths, Number(minutes)])].toSorted((one, other) => one - other)

  function save() {
    setTried(true)
    return (
      Object.values(own).every((fault) => fault === null) &&
      saving.mutateAsync({
        ...{ format: number, meeting_date: wire, minutes: Number(minutes), place: place.trim() },
        ...{ stage_id: chosen[0]?.stage_id ?? 0, user_ids: chosen.map(({ user_id }) => user_id) },
      })
    )
  }

  const moved = meeting !== null && wire !== meeting.meeting_date
  return (
    <Confirm
      title={meeting ? 'Изменить встречу' : 'Назначить встречу'}
      act={meeting ? 'Сохранить' : 'Пригласить'}
      size="m"
      send={save}
      onClose={onClose}
    >
      {!meeting && (
        <InvitedPeople people={people} count={count} chosen={chosen} error={faults.who} onChange={setChosen} />
      )}
      <DateTimeField
        label="Начало"
        name="meeting-date"
        hint="По Москве, например 05.12.2026 18:30"
        value={date}
        error={faults.date}
        onChange={setDate}
      />
      {startsAt && chosen.some(({ offset }) => offset !== moscowOffset) && (
        <p className={styles.quiet}>
          {chosen
            .filter(({ offset }) => offset !== moscowOffset)
            .map(({ fio, offset }) => `${fio}: ${timeAt(startsAt, offset)}`)
            .join('; ')}
        </p>
      )}
      {moved && <p className={styles.quiet}>О новом времени участников спросят ещё раз.</p>}
      <Select
        label="Сколько длится"
        name="meeting-minutes"
        value={minutes}
        options={lengths.map((length) => ({ value: String(length), label: minutesInWords(length) }))}
        onChange={setMinutes}
      />
      <RadioGroup label="Как" name="meeting-format" options={formats} value={format} onChange={setFormat} />
      <TextField
        label={format === '1' ? 'Адрес' : 'Ссылка'}
        name="meeting-place"
        hint={format === '1' ? 'Город, улица, дом, кабинет' : 'Начинается с https://'}
        autoComplete="off"
        value={place}
        error={faults.place}
        onChange={setPlace}
      />
    </Confirm>
  )
}

function whoFault(chosen: Mentees): string | null {
  if (chosen.length === 0) return 'Выберите, кого пригласить'
  if (chosen.length > maxInvited) return `На одну встречу — не больше ${maxInvited} участников`
  const [first] = chosen
  const together = chosen.every(({ stage_id }) => stage_id === first?.stage_id)
  return together ? null : 'На одну встречу приглашают участников одного этапа'
}
