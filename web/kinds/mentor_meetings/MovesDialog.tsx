import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { outOf } from '#shared/platform/text/unbroken.ts'
import { parseWire, showDateTime } from '#shared/platform/time/moscow.ts'
import { counted } from '#shared/platform/time/plural.ts'
import { maxReasonLength } from '#shared/programme/meetings/limits.ts'
import { isFailure } from '#web/platform/api/failure.ts'
import { showBanner } from '#web/platform/messages/banner.ts'
import { Confirm } from '#web/platform/ui/Confirm.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import { NumberField } from '#web/platform/ui/NumberField.tsx'
import { QueryStates } from '#web/platform/ui/QueryStates.tsx'
import { RadioGroup } from '#web/platform/ui/RadioGroup.tsx'
import { Select } from '#web/platform/ui/Select.tsx'
import { TextArea } from '#web/platform/ui/TextArea.tsx'
import type { StagePanelProps } from '#web/stages/kind.ts'
import styles from './MeetingsPanel.module.css'
import { type Board, dryRunQuery, type Move, type Moves, useMoves } from './panel-queries.ts'

interface MovesDialogProps {
  place: StagePanelProps
  what: 'time' | 'mentor'
  ids: number[]
  mentors: Board['mentors']
  onClose: () => void
  onDone: () => void
}

const minutesOf = { days: 1440, hours: 60, minutes: 1 } as const
const units = [
  { value: 'days', label: 'Дней' },
  { value: 'hours', label: 'Часов' },
  { value: 'minutes', label: 'Минут' },
]
const ways = [
  { value: '1', label: 'Позже' },
  { value: '-1', label: 'Раньше' },
]

/** Moves the marked meetings or gives them to another mentor, after everything that changes has been shown. */
export function MovesDialog({ place, what, ids, mentors, onClose, onDone }: MovesDialogProps) {
  const [amount, setAmount] = useState('')
  const [unit, setUnit] = useState('days')
  const [way, setWay] = useState('1')
  const [mentor, setMentor] = useState('')
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)
  const minutes = /^\d{1,4}$/.test(amount) ? Number(amount) * minutesOf[unit as keyof typeof minutesOf] : 0
  const chosen = what === 'time' ? minutes > 0 && minutes <= maxMinutes : mentor !== ''
  const move: Move = {
    ids,
    by_minutes: what === 'time' && chosen ? minutes * Number(way) : 0,
    mentor_id: what === 'mentor' && chosen ? Number(mentor) : null,
  }
  const preview = useQuery({ ...dryRunQuery(place, move), enabled: chosen })
  const saving = useMoves(place)
  const looked = chosen && !preview.isFetching ? preview.data : undefined
  const free = looked?.rows.filter(({ problem }) => problem === null).length ?? 0
  const missing = reason.trim() === '' ? 'Напишите причину: её прочитают участники и наставники' : null

  async function save() {
    setTried(true)
    if (!looked || free === 0 || missing) return false
    try {
      await saving.mutateAsync({ ...move, reason: reason.trim(), fingerprint: looked.fingerprint })
    } catch (error) {
      if (isFailure(error, 'meeting_moves_changed')) void preview.refetch()
      throw error
    }
    return free
  }

  return (
    <Confirm
      title={`${what === 'time' ? 'Перенести' : 'Передать другому наставнику'}: ${countOf(ids.length)}`}
      act={what === 'time' ? 'Перенести' : 'Передать'}
      size="l"
      send={save}
      onDone={(moved) => {
        showBanner(`${what === 'time' ? 'Перенесено' : 'Передано'}: ${countOf(moved)}`, 'success')
        onDone()
      }}
      onClose={onClose}
    >
      {what === 'time' ? (
        <div className={styles.find}>
          <NumberField
            label="На сколько"
            name="move-amount"
            maxLength={4}
            value={amount}
            error={tried && !chosen ? 'Введите число, не больше года' : null}
            onChange={setAmount}
          />
          <RadioGroup label="Чего" name="move-unit" options={units} value={unit} onChange={setUnit} />
          <RadioGroup label="Куда" name="move-way" options={ways} value={way} onChange={setWay} />
        </div>
      ) : (
        <Select
          label="Кому"
          name="move-mentor"
          value={mentor}
          error={tried && !chosen ? 'Выберите наставника' : null}
          options={mentors.map(({ mentor_id, fio, planned }) => ({
            value: String(mentor_id),
            label: fio,
            description: `Впереди: ${countOf(planned)}`,
          }))}
          onChange={setMentor}
        />
      )}
      {chosen && (
        <QueryStates
          of={[preview]}
          loading="Смотрим, что изменится…"
          failed="Не получилось посмотреть, что изменится"
          level={3}
        >
          {(data) => <Changes moves={data} what={what} />}
        </QueryStates>
      )}
      <TextArea
        label="Причина"
        hint="Её прочитают участники и наставники"
        name="move-reason"
        rows={2}
        limit={maxReasonLength}
        value={reason}
        error={tried ? missing : null}
        onChange={setReason}
      />
    </Confirm>
  )
}

const maxMinutes = 365 * 1440
const countOf = (count: number) => counted(count, 'встреча', 'встречи', 'встреч')

const problems = {
  not_ahead: 'уже началась или отменена',
  past: 'новое время уже прошло',
  mentor_busy: 'у наставника на это время другая встреча',
  person_busy: 'у участника на это время другая встреча',
  same: 'её и так ведёт этот наставник',
  own_meeting: 'наставник сам приглашён на эту встречу',
  all_declined: 'все приглашённые отказались',
}

function Changes({ moves: { rows }, what }: { moves: Moves; what: 'time' | 'mentor' }) {
  const stuck = rows.filter(({ problem }) => problem !== null)
  return (
    <Notice
      tone={stuck.length > 0 ? 'warning' : 'info'}
      role="status"
      title={
        stuck.length === 0
          ? `Изменится всё: ${countOf(rows.length)}`
          : `Изменится ${outOf(rows.length - stuck.length, rows.length)}`
      }
    >
      <ul className={styles.changes}>
        {rows.map(({ id, mentor, people, from, to, problem }) => (
          <li key={id}>
            {people.join(', ')}:{' '}
            {problem === null
              ? what === 'time'
                ? `с ${shown(from)} на ${shown(to)}`
                : `${shown(from)}, проведёт ${mentor}`
              : `${shown(from)} остаётся — ${problems[problem]}`}
          </li>
        ))}
      </ul>
      <p>{what === 'time' ? 'Всем придёт уведомление, участников спросят ещё раз.' : 'Всем придёт уведомление.'}</p>
    </Notice>
  )
}

function shown(wire: string): string {
  const at = parseWire(wire)
  return at ? showDateTime(at) : wire
}
