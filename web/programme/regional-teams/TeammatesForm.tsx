import { type FormEvent, useState } from 'react'
import { fullName } from '#shared/platform/names/full-name.ts'
import type { UseDraft } from '#web/forms/drafts/use-draft.ts'
import { failureText } from '#web/platform/messages/failure-text.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { ErrorSummary } from '#web/platform/ui/ErrorSummary.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import { type Teammates, useSaveMarks } from './queries.ts'
import { TeammateMark } from './TeammateMark.tsx'
import styles from './Teams.module.css'

const maxComment = 1000

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
      <ul className={styles.teammates}>
        {given.map(({ person, mark, comment }) => (
          <TeammateMark
            key={person.user_id}
            person={person}
            mark={mark}
            comment={comment}
            maxComment={maxComment}
            faultOf={faultOf}
            onChange={change}
          />
        ))}
      </ul>
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
