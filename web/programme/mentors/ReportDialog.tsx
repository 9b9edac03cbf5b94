import { useState } from 'react'
import { maxNoteLength, maxReportLength } from '#shared/programme/meetings/report.ts'
import { useLocalDraft } from '#web/forms/drafts/use-local-draft.ts'
import { Confirm } from '#web/platform/ui/Confirm.tsx'
import { Moments } from '#web/platform/ui/Moments.tsx'
import { RadioGroup } from '#web/platform/ui/RadioGroup.tsx'
import { TextArea } from '#web/platform/ui/TextArea.tsx'
import { momentInWords } from '#web/stages/StagePath/deadline.ts'
import { type Reported, useReport } from './mentor-meetings.ts'

interface ReportDialogProps {
  meeting: Reported
  onClose: () => void
  onSaved: () => void
}

const outcomes = [
  { value: 'yes', label: 'Встреча состоялась' },
  { value: 'no', label: 'Участник не пришёл' },
]

/** The report on a meeting. What is typed and not saved stays in this browser. */
export function ReportDialog(props: ReportDialogProps) {
  const { id, user_id } = props.meeting
  const draft = useLocalDraft(`mentor-report/${id}/${user_id}`)
  if (draft.opened === undefined) return null
  return <ReportForm {...props} typed={draft.opened} keep={draft.keeper.change} />
}

type ReportFormProps = ReportDialogProps & {
  typed: Record<string, unknown>
  keep: (typed: Record<string, unknown>) => void
}

function ReportForm({ meeting, onClose, onSaved, typed, keep }: ReportFormProps) {
  const [came, setCame] = useState(
    typeof typed.came === 'string' ? typed.came : meeting.came === null ? '' : meeting.came ? 'yes' : 'no',
  )
  const [report, setReport] = useState(typeof typed.report === 'string' ? typed.report : meeting.report)
  const [shared, setShared] = useState(typeof typed.shared === 'string' ? typed.shared : (meeting.shared_note ?? ''))
  const [asked, setAsked] = useState(false)
  const saving = useReport(meeting)
  const tooLong = [...report].length > maxReportLength ? `Сократите до ${maxReportLength} символов` : null

  const sharedTooLong = [...shared].length > maxNoteLength ? `Сократите до ${maxNoteLength} символов` : null
  // A page that does not know the earlier note must not overwrite it with an empty one.
  const tells = meeting.shared_note !== undefined || shared !== ''

  function save() {
    setAsked(true)
    return (
      came !== '' &&
      !tooLong &&
      !sharedTooLong &&
      saving.mutateAsync({ came: came === 'yes', report, ...(tells ? { shared_note: shared } : {}) })
    )
  }

  return (
    <Confirm
      title="Отчёт о встрече"
      act="Сохранить отчёт"
      size="m"
      send={save}
      onDone={() => {
        keep({})
        onSaved()
      }}
      onClose={onClose}
    >
      <p>
        <bdi>{meeting.fio}</bdi>, <Moments text={momentInWords(meeting.meeting_date)} />
      </p>
      <RadioGroup
        label="Что вышло"
        name="came"
        options={outcomes}
        value={came}
        error={asked && came === '' ? 'Выберите, состоялась ли встреча' : null}
        onChange={(next) => {
          setCame(next)
          keep({ came: next, report, shared })
        }}
      />
      <TextArea
        label="О чём договорились"
        name="report"
        rows={4}
        required={false}
        limit={maxReportLength}
        hint="На портале участник отчёта не видит, но он войдёт в выгрузку его данных"
        error={tooLong}
        value={report}
        onChange={(next) => {
          setReport(next)
          keep({ came, report: next, shared })
        }}
      />
      <TextArea
        label="Что написать участнику"
        name="shared_note"
        rows={3}
        required={false}
        limit={maxNoteLength}
        hint="Участник прочитает это в своих встречах"
        error={sharedTooLong}
        value={shared}
        onChange={(next) => {
          setShared(next)
          keep({ came, report, shared: next })
        }}
      />
      {saving.error && <p>Написанное сохранено в этом браузере.</p>}
    </Confirm>
  )
}
