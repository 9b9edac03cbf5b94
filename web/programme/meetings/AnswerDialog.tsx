import { useState } from 'react'
import { parseWire, showMoscowTime } from '#shared/platform/time/moscow.ts'
import { proposals } from '#shared/programme/meetings/limits.ts'
import { momentAhead } from '#shared/programme/meetings/meeting-faults.ts'
import { rejectionReasons } from '#shared/programme/meetings/rejection-reasons.ts'
import { serverNow } from '#web/platform/api/server-clock.ts'
import { failedAction } from '#web/platform/messages/failed-action.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Checkbox } from '#web/platform/ui/Checkbox.tsx'
import { DateTimeField } from '#web/platform/ui/DateTimeField.tsx'
import { Dialog } from '#web/platform/ui/Dialog.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import { TextArea } from '#web/platform/ui/TextArea.tsx'
import { words } from '#web/platform/ui/words.ts'
import styles from './Meetings.module.css'
import type { MeetingAction } from './meeting-words.ts'
import { type Meeting, type MeetingAnswer, useAnswerMeeting } from './queries.ts'

const acts = {
  accepted: { title: 'Принять встречу?', button: 'Принять', pending: 'Принимаем…' },
  rejected: { title: 'Почему вы отклоняете встречу?', button: 'Отклонить встречу', pending: 'Отклоняем…' },
  changed: { title: 'Какое время вам удобно?', button: 'Предложить время', pending: 'Отправляем…' },
}
const reasons = Object.entries(rejectionReasons).map(([number, text]) => ({ number: Number(number), text }))

const ordinals = ['Первый', 'Второй', 'Третий']

/** The typed moment in wire format; '' for an empty field. */
const wireOf = (typed: string): string => {
  const [date = '', time = ''] = typed.trim().split(' ')
  return typed.trim() === '' ? '' : `${date} ${time.padStart(5, '0')}:00`
}

function timeFault(wanted: readonly string[], at: number): string {
  const time = wanted[at] ?? ''
  if (time === '') return at < proposals.min ? 'Введите дату и время' : ''
  if (!parseWire(time)) return 'Введите дату и время целиком, например 05.12.2026 18:30'
  if (!momentAhead(time, serverNow())) return 'Нужно время в будущем, не дальше чем через год'
  return wanted.indexOf(time) < at ? 'Это время уже названо выше' : ''
}

interface AnswerDialogProps {
  meeting: Meeting
  action: MeetingAction
  onClose: () => void
}

/** The answer to an invitation. When it could not be sent, the input stays. */
export function AnswerDialog({ meeting, action, onClose }: AnswerDialogProps) {
  const [why, setWhy] = useState<number[]>([])
  const [comment, setComment] = useState('')
  const [times, setTimes] = useState(['', '', ''])
  const [faults, setFaults] = useState<{ times?: string[]; comment?: string }>({})
  const sending = useAnswerMeeting(meeting)
  const { title, button, pending } = acts[action]
  const at = parseWire(meeting.meeting_date)

  function answerToSend(): MeetingAnswer | null {
    if (action === 'accepted') return { status: action }
    if (action === 'rejected') {
      if (why.length === 0 && comment.trim() === '') {
        setFaults({ comment: 'Отметьте причину или напишите её' })
        return null
      }
      return { status: action, reasons: why, comment: comment.trim() }
    }
    const wanted = times.map(wireOf)
    const named = wanted.filter((time) => time !== '')
    const wrong = times.map((_typed, at) => timeFault(wanted, at))
    if (wrong.every((fault) => fault === '')) return { status: action, proposed_dates: named, comment: comment.trim() }
    setFaults({ times: wrong })
    return null
  }

  function send(): void {
    setFaults({})
    const answer = answerToSend()
    if (answer) sending.mutate(answer, { onSuccess: onClose })
    else sending.reset()
  }

  const failed = sending.error && failedAction('meeting_status', sending.error)
  return (
    <Dialog
      title={title}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button
            kind={action === 'rejected' ? 'danger' : 'primary'}
            pending={sending.isPending}
            pendingText={pending}
            onClick={send}
          >
            {button}
          </Button>
          <Button kind="secondary" onClick={onClose}>
            {words.cancel}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        {failed && (
          <Notice tone="danger" role="alert" title={failed.title}>
            {failed.reason}
          </Notice>
        )}
        <p>
          <bdi>{meeting.mentor.fio}</bdi>
          {at && `, ${showMoscowTime(at)}`}
        </p>
        {action === 'rejected' && (
          <fieldset className={styles.reasons}>
            <legend>Причина</legend>
            {reasons.map(({ number, text }) => (
              <Checkbox
                key={number}
                setting
                label={text}
                name={`rejection-${meeting.id}-${number}`}
                value={why.includes(number)}
                onChange={(on) => setWhy(on ? [...why, number] : why.filter((each) => each !== number))}
              />
            ))}
          </fieldset>
        )}
        {action === 'changed' && (
          <div className={styles.times}>
            <p className={styles.quiet}>Предложите два или три времени: наставник выберет одно. По Москве.</p>
            {times.map((time, at) => (
              <DateTimeField
                // biome-ignore lint/suspicious/noArrayIndexKey: the three places are the same at every time
                key={at}
                label={`${ordinals[at]} вариант`}
                name={`time-${meeting.id}-${at}`}
                hint="Например, 05.12.2026 18:30"
                required={at < proposals.min}
                value={time}
                onChange={(next) => setTimes(times.map((each, place) => (place === at ? next : each)))}
                error={faults.times?.[at] || null}
              />
            ))}
          </div>
        )}
        {action !== 'accepted' && (
          <TextArea
            label="Комментарий наставнику"
            name={`answer-${meeting.id}`}
            required={false}
            rows={3}
            limit={2000}
            value={comment}
            onChange={setComment}
            error={faults.comment}
          />
        )}
      </div>
    </Dialog>
  )
}
