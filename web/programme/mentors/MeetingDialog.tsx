import { useState } from 'react'
import { textOf } from '#shared/forms/fields/field.ts'
import { minutesInWords } from '#shared/platform/time/minutes-in-words.ts'
import { meetingFormats } from '#shared/programme/meetings/classify.ts'
import { maxReasonLength } from '#shared/programme/meetings/limits.ts'
import { moscowOffset, timeAt } from '#shared/programme/meetings/zones.ts'
import { formOf, reasonField } from '#web/forms/fields/dialog-form.ts'
import { FormDialog } from '#web/forms/fields/FormDialog.tsx'
import { download } from '#web/platform/api/portal-api.ts'
import { serverNow } from '#web/platform/api/server-clock.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Dialog } from '#web/platform/ui/Dialog.tsx'
import { Moments } from '#web/platform/ui/Moments.tsx'
import { momentInMoscow, momentInWords, toDate } from '#web/stages/StagePath/deadline.ts'
import { useAssisted } from './assisted.ts'
import { MeetingForm } from './MeetingForm.tsx'
import styles from './Mentors.module.css'
import { answerWords, type MentorMeeting, useCancelMeeting } from './mentor-meetings.ts'
import { ReportDialog } from './ReportDialog.tsx'

interface MeetingDialogProps {
  /** The meeting with each person invited. */
  parties: readonly [MentorMeeting, ...MentorMeeting[]]
  onClose: () => void
}

/** A meeting of the mentor: who comes, the time in Moscow and for the mentor, and what can be done with it. */
export function MeetingDialog({ parties, onClose }: MeetingDialogProps) {
  const [meeting] = parties
  const [doing, setDoing] = useState<'look' | 'edit' | 'cancel'>('look')
  const [reporting, setReporting] = useState<MentorMeeting | null>(null)
  const ahead = toDate(meeting.meeting_date) > serverNow()
  const own = useAssisted() === null
  if (doing === 'edit') return <MeetingForm meeting={meeting} onClose={onClose} />
  if (doing === 'cancel') return <CancelDialog meeting={meeting} onClose={onClose} />
  if (reporting)
    return <ReportDialog meeting={reporting} onClose={() => setReporting(null)} onSaved={() => undefined} />
  const { format, place, own_offset } = meeting
  const at = toDate(meeting.meeting_date)
  return (
    <Dialog
      title={`Встреча ${momentInWords(meeting.meeting_date)}`}
      isOpen
      onClose={onClose}
      actions={
        <>
          {ahead && <Button onClick={() => setDoing('edit')}>Изменить</Button>}
          {own && (
            <Button
              kind="secondary"
              onClick={() => void download('GET /mentors/meetings/:id/calendar', { params: { id: meeting.id } })}
            >
              В календарь
            </Button>
          )}
          {ahead && own && (
            <Button kind="danger" onClick={() => setDoing('cancel')}>
              Отменить встречу
            </Button>
          )}
        </>
      }
    >
      <div className={styles.section}>
        <p>
          <Moments text={momentInMoscow(meeting.meeting_date)} />, {minutesInWords(meeting.minutes)}
          {own_offset !== moscowOffset && `, у вас ${timeAt(at, own_offset)}`}
        </p>
        <p className={styles.report}>
          {meetingFormats[format]}
          {place && ': '}
          {format === 2 && place.startsWith('https://') ? (
            <a href={place} target="_blank" rel="noreferrer" data-alone>
              {place.replace('https://', '')}
            </a>
          ) : (
            place
          )}
        </p>
        <ul className={styles.meetings}>
          {parties.map((party) => (
            <li key={party.user_id}>
              <strong>
                <bdi>{party.fio}</bdi>
              </strong>
              <span className={styles.quiet}>
                {answerWords({ ...party, proposed_date: null })}
                {party.person_offset !== moscowOffset && `. У него ${timeAt(at, party.person_offset)}`}
              </span>
              {party.comment && <span className={styles.report}>«{party.comment}»</span>}
              {party.note && <span className={styles.report}>Заметка участника: {party.note}</span>}
              {party.shared_note && <span className={styles.report}>Вы написали: {party.shared_note}</span>}
              {own && !ahead && party.user_meeting_status === 'accepted' && party.status !== 'new' && (
                <span>
                  <Button
                    kind="quiet"
                    size="s"
                    flush
                    aria-label={`${party.came === null ? 'Написать отчёт' : 'Исправить отчёт'}: ${party.fio}`}
                    onClick={() => setReporting(party)}
                  >
                    {party.came === null ? 'Написать отчёт' : 'Исправить отчёт'}
                  </Button>
                </span>
              )}
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  )
}

function CancelDialog({ meeting, onClose }: { meeting: MentorMeeting; onClose: () => void }) {
  const cancelling = useCancelMeeting(meeting)
  return (
    <FormDialog
      title="Отменить встречу?"
      act="Отменить встречу"
      danger
      form={formOf(
        reasonField('Её прочитают участники', maxReasonLength, {
          required: 'Напишите причину: её прочитают участники',
        }),
      )}
      send={({ reason }) => cancelling.mutateAsync(textOf(reason).trim())}
      onClose={onClose}
    >
      <p>
        Встреча <Moments text={momentInWords(meeting.meeting_date)} /> исчезнет и из календарей участников.
      </p>
    </FormDialog>
  )
}
