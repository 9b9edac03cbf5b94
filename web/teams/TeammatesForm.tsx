import { type FormEvent, useState } from 'react'
import { fullName } from '#shared/people/full-name.ts'
import type { UseDraft } from '#web/platform/drafts/use-draft.ts'
import { failureText } from '#web/platform/messages/failure-text.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { ErrorSummary } from '#web/platform/ui/ErrorSummary.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import { RadioGroup } from '#web/platform/ui/RadioGroup.tsx'
import { TextArea } from '#web/platform/ui/TextArea.tsx'
import { type Teammates, useSaveMarks } from './queries.ts'
import styles from './Teams.module.css'

const maxComment = 1000
const marks = [
  { value: '5', label: '5 — очень помогает команде' },
  { value: '4', label: '4' },
  { value: '3', label: '3' },
  { value: '2', label: '2' },
  { value: '1', label: '1 — мешает команде' },
]

interface TeammatesFormProps {
  competition: string
  teammates: Teammates['teammates']
  draft: Pick<UseDraft, 'keeper'>
  opened: Record<string, unknown>
}

/** A mark and a comment for each teammate; one button saves those that are given. */
export function TeammatesForm({ competition, teammates, draft, opened }: TeammatesFormProps) {
  const [typed, setTyped] = useState<Record<string, unknown>>(opened)
  const [attempt, setAttempt] = useState(0)
  const saving = useSaveMarks(competition)

  const value = (name: string, otherwise: string) => (typeof typed[name] === 'string' ? typed[name] : otherwise)
  const given = teammates.map((person) => ({
    person,
    mark: value(`mark-${person.user_id}`, person.mark === null ? '' : String(person.mark)),
    comment: value(`comment-${person.user_id}`, person.comment),
  }))
  const faults = given.flatMap(({ person, mark, comment }) => [
    ...(mark === '' && comment.trim() !== ''
      ? [{ name: `mark-${person.user_id}`, message: `${fullName(person)}: поставьте оценку` }]
      : []),
    ...([...comment].length > maxComment
      ? [{ name: `comment-${person.user_id}`, message: `${fullName(person)}: сократите пояснение` }]
      : []),
  ])
  const nothing = given.every(({ mark }) => mark === '')
  const shown = nothing
    ? [{ name: `mark-${given[0]?.person.user_id}`, message: 'Поставьте хотя бы одну оценку' }]
    : faults
  const faultOf = (name: string) => (attempt > 0 ? shown.find((fault) => fault.name === name)?.message : null)

  function change(name: string, next: string) {
    const all = { ...typed, [name]: next }
    setTyped(all)
    draft.keeper.change(all)
  }

  function save(event: FormEvent): void {
    event.preventDefault()
    if (saving.isPending) return
    saving.reset()
    setAttempt((before) => before + 1)
    if (shown.length > 0) return
    const marks = given
      .filter(({ mark }) => mark !== '')
      .map(({ person, mark, comment }) => ({ user_id: person.user_id, mark: Number(mark), comment }))
    saving.mutate(marks, {
      onSuccess: () => {
        // Nothing is unsaved any more: the next visit begins with what the server has.
        draft.keeper.change({})
        setAttempt(0)
      },
    })
  }

  return (
    <form className={styles.form} onSubmit={save} noValidate>
      {attempt > 0 && <ErrorSummary faults={shown} attempt={attempt} />}
      {given.map(({ person, mark, comment }) => (
        <div key={person.user_id} className={styles.teammate}>
          <RadioGroup
            label={`${fullName(person)} — оценка`}
            name={`mark-${person.user_id}`}
            options={marks}
            required={false}
            error={faultOf(`mark-${person.user_id}`)}
            value={mark}
            onChange={(next) => change(`mark-${person.user_id}`, next)}
          />
          <TextArea
            label={`${fullName(person)} — пояснение`}
            name={`comment-${person.user_id}`}
            rows={2}
            required={false}
            limit={maxComment}
            error={faultOf(`comment-${person.user_id}`)}
            value={comment}
            onChange={(next) => change(`comment-${person.user_id}`, next)}
          />
        </div>
      ))}
      {saving.error && (
        <Notice tone="danger" role="alert" title={failureText(saving.error)}>
          Написанное сохранено в этом браузере.
        </Notice>
      )}
      <div className={styles.actions}>
        <Button type="submit" kind="secondary" pending={saving.isPending} pendingText="Сохраняем…">
          Сохранить оценки
        </Button>
      </div>
    </form>
  )
}
