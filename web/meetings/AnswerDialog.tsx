import { useState } from 'react'
import { dateFault } from '#shared/forms/rules.ts'
import { rejectionReasons } from '#shared/meetings/rejection-reasons.ts'
import { parseWire, showDateTime } from '#shared/time/moscow.ts'
import { failedAction } from '#web/platform/messages/failed-action.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Checkbox } from '#web/platform/ui/Checkbox.tsx'
import { DateField } from '#web/platform/ui/DateField.tsx'
import { Dialog } from '#web/platform/ui/Dialog.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import { TextArea } from '#web/platform/ui/TextArea.tsx'
import { TextField } from '#web/platform/ui/TextField.tsx'
import { serverNow } from '#web/stages/server-clock.ts'
import styles from './Meetings.module.css'
import type { MeetingAction } from './meeting-words.ts'
import { type Meeting, type MeetingAnswer, useAnswerMeeting } from './queries.ts'

const words = {
  accepted: { title: 'Принять встречу?', button: 'Принять', pending: 'Принимаем…' },
  rejected: { title: 'Почему вы отклоняете встречу?', button: 'Отклонить встречу', pending: 'Отклоняем…' },
  changed: { title: 'Какое время вам удобно?', button: 'Предложить время', pending: 'Отправляем…' },
}
const reasons = Object.entries(rejectionReasons).map(([number, text]) => ({ number: Number(number), text }))

interface AnswerDialogProps {
  meeting: Meeting
  action: MeetingAction
  onClose: () => void
}

/** The answer to an invitation. When it could not be sent, the input stays. */
export function AnswerDialog({ meeting, action, onClose }: AnswerDialogProps) {
  const [why, setWhy] = useState<number[]>([])
  const [comment, setComment] = useState('')
  const [date, setDate] = useState('')
  const [time, setTime] = useState('')
  const [faults, setFaults] = useState<{ date?: string; time?: string; comment?: string }>({})
  const sending = useAnswerMeeting(meeting)
  const { title, button, pending } = words[action]
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
    const clock = /^(\d{1,2})[:.]?(\d{2})$/.exec(time.trim())
    const wire = clock ? `${date} ${(clock[1] ?? '').padStart(2, '0')}:${clock[2]}:00` : ''
    const proposed = parseWire(wire)
    if (!parseWire(date)) setFaults({ date: dateFault(date, 'Введите дату целиком, например 05.12.2026') })
    else if (!proposed) setFaults({ time: 'Введите время, например 18:30' })
    else if (proposed <= serverNow()) setFaults({ date: 'Это время уже прошло' })
    else return { status: action, proposed_date: wire, comment: comment.trim() }
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
            Отмена
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
          {meeting.mentor.fio}
          {at && `, ${showDateTime(at)} по Москве`}
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
          <div className={styles.when}>
            <DateField
              label="Дата"
              name={`date-${meeting.id}`}
              hint="Например, 05.12.2026"
              value={date}
              onChange={setDate}
              error={faults.date}
            />
            <TextField
              label="Время по Москве"
              name={`time-${meeting.id}`}
              hint="Например, 18:30"
              inputMode="numeric"
              autoComplete="off"
              maxLength={5}
              value={time}
              onChange={setTime}
              error={faults.time}
            />
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
