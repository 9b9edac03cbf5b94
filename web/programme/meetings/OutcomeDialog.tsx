import { useState } from 'react'
import { maxNoteLength, ratings } from '#shared/programme/meetings/report.ts'
import { useLocalDraft } from '#web/forms/drafts/use-local-draft.ts'
import { showBanner } from '#web/platform/messages/banner.ts'
import { Checkbox } from '#web/platform/ui/Checkbox.tsx'
import { Confirm } from '#web/platform/ui/Confirm.tsx'
import { Moments } from '#web/platform/ui/Moments.tsx'
import { RadioGroup } from '#web/platform/ui/RadioGroup.tsx'
import { TextArea } from '#web/platform/ui/TextArea.tsx'
import { momentInMoscow } from '#web/stages/StagePath/deadline.ts'
import { type Meeting, useMarkMeeting } from './queries.ts'

interface OutcomeDialogProps {
  meeting: Meeting
  onClose: () => void
}

const outcomes = [
  { value: 'yes', label: 'Встреча состоялась' },
  { value: 'no', label: 'Встречи не было' },
]
const points = Object.entries(ratings).map(([value, words]) => ({ value, label: `${value} из 5: ${words}` }))

/** Whether the meeting was held, how useful it was, and a note. What is typed and not saved stays in this browser. */
export function OutcomeDialog(props: OutcomeDialogProps) {
  const draft = useLocalDraft(`meeting-outcome/${props.meeting.id}`)
  if (draft.opened === undefined) return null
  return <OutcomeForm {...props} typed={draft.opened} keep={draft.keeper.change} />
}

type OutcomeFormProps = OutcomeDialogProps & {
  typed: Record<string, unknown>
  keep: (typed: Record<string, unknown>) => void
}

function OutcomeForm({ meeting, onClose, typed, keep }: OutcomeFormProps) {
  const [filled, setFilled] = useState({
    held: textOr(typed.held, meeting.held === null ? '' : meeting.held ? 'yes' : 'no'),
    rating: textOr(typed.rating, meeting.rating === null ? '' : String(meeting.rating)),
    note: textOr(typed.note, meeting.note),
    shared: typeof typed.shared === 'boolean' ? typed.shared : meeting.note_shared,
  })
  const [asked, setAsked] = useState(false)
  const saving = useMarkMeeting(meeting)
  const change = (next: Partial<typeof filled>) => {
    setFilled({ ...filled, ...next })
    keep({ ...filled, ...next })
  }
  const { held, rating, note, shared } = filled
  const tooLong = [...note].length > maxNoteLength ? `Сократите до ${maxNoteLength} символов` : null

  function save() {
    setAsked(true)
    const rated = held === 'yes' && rating !== '' ? Number(rating) : null
    return (
      held !== '' && !tooLong && saving.mutateAsync({ held: held === 'yes', rating: rated, note, note_shared: shared })
    )
  }

  return (
    <Confirm
      title="Как прошла встреча?"
      act="Сохранить"
      size="m"
      send={save}
      onDone={() => {
        keep({})
        showBanner('Итог встречи сохранён', 'success')
      }}
      onClose={onClose}
    >
      <p>
        <bdi>{meeting.mentor.fio}</bdi>, <Moments text={momentInMoscow(meeting.meeting_date)} />
      </p>
      <RadioGroup
        label="Состоялась ли она"
        name={`held-${meeting.id}`}
        options={outcomes}
        value={held}
        error={asked && held === '' ? 'Выберите, состоялась ли встреча' : null}
        onChange={(next) => change({ held: next })}
      />
      {held === 'yes' && (
        <RadioGroup
          label="Насколько она была полезна"
          name={`rating-${meeting.id}`}
          look="points"
          required={false}
          hint="1 — бесполезна, 5 — лучше не бывает. Наставник оценку не видит"
          options={points}
          value={rating}
          onChange={(next) => change({ rating: next })}
        />
      )}
      <TextArea
        label="Заметка"
        name={`note-${meeting.id}`}
        rows={4}
        required={false}
        limit={maxNoteLength}
        hint="О чём договорились и что сделать дальше"
        error={tooLong}
        value={note}
        onChange={(next) => change({ note: next })}
      />
      <Checkbox
        label="Показать заметку наставнику"
        name={`shared-${meeting.id}`}
        setting
        value={shared}
        onChange={(next) => change({ shared: next })}
      />
      {saving.error && <p>Написанное сохранено в этом браузере.</p>}
    </Confirm>
  )
}

const textOr = (typed: unknown, otherwise: string): string => (typeof typed === 'string' ? typed : otherwise)
