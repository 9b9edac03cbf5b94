import { useState } from 'react'
import { keyInLine, keyOfLine } from '#shared/stages/test/key-in-line.ts'
import { counted } from '#shared/time/plural.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Dialog } from '#web/platform/ui/Dialog.tsx'
import { FailureNotice } from '#web/platform/ui/FailureNotice.tsx'
import { RadioGroup } from '#web/platform/ui/RadioGroup.tsx'
import { TextField } from '#web/platform/ui/TextField.tsx'
import type { StagePanelProps } from '#web/stages/kind.ts'
import { inRussian } from './Bars.tsx'
import { type Results, type Ruled, useTest } from './panel-queries.ts'
import styles from './TestPanel.module.css'

interface RulingDialogProps {
  place: StagePanelProps
  question: Results['questions'][number]
  onClose: () => void
}

/** A question that does not count, or whose key was wrong. The change of ranks is shown before it counts. */
export function RulingDialog({ place, question, onClose }: RulingDialogProps) {
  const line = keyInLine(question.key)
  const [what, setWhat] = useState<'void' | 'key'>('void')
  const [typed, setTyped] = useState(line ?? '')
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)
  const { rule } = useTest(place)
  const key = what === 'void' ? null : keyOfLine(question.key, typed)
  const sound = reason.trim().length >= 3 && (what === 'void' || key !== null)
  const shown = rule.data
  const change =
    <T,>(set: (value: T) => void) =>
    (value: T) => {
      set(value)
      rule.reset()
    }
  function send(apply: boolean) {
    setTried(true)
    if (!sound) return
    rule.mutate({ version_id: question.version_id, key, reason, apply }, { onSuccess: () => apply && onClose() })
  }
  return (
    <Dialog
      title={`Вопрос ${question.code}`}
      isOpen
      size="l"
      onClose={onClose}
      actions={
        <Button pending={rule.isPending} onClick={() => send(shown !== undefined)}>
          {shown ? 'Пересчитать' : 'Показать, что изменится'}
        </Button>
      }
    >
      <div className={styles.part}>
        <p>{question.text}</p>
        <FailureNotice error={rule.error} />
        {line !== null && (
          <RadioGroup
            label="Что сделать"
            name="ruling"
            value={what}
            options={[
              { value: 'void', label: 'Не учитывать вопрос' },
              { value: 'key', label: 'Исправить ключ' },
            ]}
            onChange={change((value) => setWhat(value as 'void' | 'key'))}
          />
        )}
        {line === null && <p>Вопрос не будет учитываться ни у кого.</p>}
        {what === 'key' && (
          <TextField
            label="Верный ответ"
            name="ruling-key"
            hint="Буквы вариантов через «|», число или верные ответы через «|»."
            value={typed}
            onChange={change(setTyped)}
            error={tried && key === null ? 'Ответ не подходит к виду вопроса' : null}
          />
        )}
        <TextField
          label="Причина"
          name="ruling-reason"
          value={reason}
          onChange={change(setReason)}
          error={tried && reason.trim().length < 3 ? 'Напишите причину: она останется в журнале' : null}
        />
        {shown && <Changes shown={shown} />}
      </div>
    </Dialog>
  )
}

function Changes({ shown }: { shown: Ruled }) {
  if (shown.changed === 0) return <p role="status">Ни у кого ничего не изменится</p>
  return (
    <div className={styles.part} role="status">
      <p>
        Балл изменится у {counted(shown.changed, 'участника', 'участников', 'участников')}. Пройдут порог:{' '}
        {shown.newly_passed}, перестанут проходить: {shown.newly_failed}.
      </p>
      <div className={styles.scroll}>
        <table className={styles.table}>
          <caption className={styles.quiet}>Чьё место меняется сильнее всего</caption>
          <thead>
            <tr>
              <th scope="col">Участник</th>
              <th scope="col">Балл</th>
              <th scope="col">Место</th>
            </tr>
          </thead>
          <tbody>
            {shown.people.map(({ test_id, name, before, after }) => (
              <tr key={test_id}>
                <td>
                  {name}, № {test_id}
                </td>
                <td>
                  {inRussian(before.score)}, станет {inRussian(after.score)}
                </td>
                <td>
                  {before.rank}, станет {after.rank}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  )
}
