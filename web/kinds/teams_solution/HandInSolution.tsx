import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { quoted } from '#shared/platform/text/quoted.ts'
import { saveOpenDrafts } from '#web/forms/drafts/open-drafts.ts'
import { isFailure } from '#web/platform/api/failure.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Confirm } from '#web/platform/ui/Confirm.tsx'
import { useHandIn } from '#web/stages/use-hand-in.ts'
import { handInSolution, type Solution, solutionQuery } from './queries.ts'
import styles from './TeamsSolution.module.css'

interface HandInSolutionProps {
  stageId: number
  solution: Solution
}

/** The hand-in of the captain or the deputy; the others read who does it. */
export function HandInSolution({ stageId, solution }: HandInSolutionProps) {
  const queries = useQueryClient()
  const [asked, setAsked] = useState(false)
  const [saving, setSaving] = useState(false)
  const handIn = useHandIn<{ revision: number }>({
    stageId,
    send: (body, key) => handInSolution(stageId, body, key),
  })
  const { members, may_hand_in, asks_agreement, sections, revision } = solution
  const leads = members.filter(({ role }) => role !== 'member').map(({ name }) => name)
  if (!may_hand_in)
    return <p className={styles.quiet}>Сдать решение могут капитан и его заместитель: {leads.join(', ')}.</p>

  const empty = sections.filter(({ required, text }) => required && text.trim() === '')
  const busy = sections.filter(({ held }) => held && !held.me)
  const missing = asks_agreement ? members.filter(({ agreed, me }) => !agreed && !me) : []
  const ready = revision > 0 && empty.length === 0 && missing.length === 0

  async function ask(): Promise<void> {
    setSaving(true)
    await saveOpenDrafts()
    await queries.refetchQueries({ queryKey: solutionQuery(stageId).queryKey, exact: true })
    setSaving(false)
    handIn.reset()
    setAsked(true)
  }

  return (
    <>
      <div>
        <Button pending={saving} onClick={() => void ask()}>
          Сдать решение
        </Button>
      </div>
      {asked && (
        <Confirm
          title="Сдать решение команды?"
          act="Сдать"
          shut={!ready}
          send={() =>
            handIn.mutateAsync({ body: { revision } }).catch((error) => {
              void queries.refetchQueries({ queryKey: solutionQuery(stageId).queryKey, exact: true })
              throw error
            })
          }
          onClose={() => setAsked(false)}
        >
          {empty.length > 0 && (
            <p>Ещё не написано: {empty.map(({ title }) => quoted(title)).join(', ')}. Без этого решение не примут.</p>
          )}
          {missing.length > 0 && <p>Ещё не согласились: {missing.map(({ name }) => name).join(', ')}.</p>}
          {busy.length > 0 && (
            <p>
              Сейчас пишут: {busy.map(({ title, held }) => `${held?.name} — ${quoted(title)}`).join(', ')}. В работу
              попадёт то, что уже сохранено.
            </p>
          )}
          {ready && <p>Сдаётся то, что видно на странице. После сдачи менять решение нельзя.</p>}
          {isFailure(handIn.error) && (
            <ul>
              {Object.entries(handIn.error.fields).map(([field, { message }]) => (
                <li key={field}>
                  {sections.find(({ code }) => field === `text_${code}` || field === code)?.title ?? 'Файлы'}: {message}
                </li>
              ))}
            </ul>
          )}
        </Confirm>
      )}
    </>
  )
}
