import { useState } from 'react'
import { counted } from '#shared/platform/time/plural.ts'
import { maxWords } from '#shared/review/checking/limits.ts'
import { failureText } from '#web/platform/messages/failure-text.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Dialog } from '#web/platform/ui/Dialog.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import { Select } from '#web/platform/ui/Select.tsx'
import { TextArea } from '#web/platform/ui/TextArea.tsx'
import type { StagePanelProps } from '#web/stages/kind.ts'
import styles from './MultiformPanel.module.css'
import { type People, useReturn } from './panel-queries.ts'

interface ReturnDialogProps {
  place: StagePanelProps
  parts: People['parts']
  people: number[]
  onClose: (done: boolean) => void
}

/** Returns one part of several people, each with the same reason. */
export function ReturnDialog({ place, parts, people, onClose }: ReturnDialogProps) {
  const returning = useReturn(place)
  const [part, setPart] = useState('')
  const [reason, setReason] = useState('')
  const [checked, setChecked] = useState(false)
  const done = returning.data
  const send = () => {
    setChecked(true)
    if (part && reason.trim()) returning.mutate({ part, people, reason })
  }
  return (
    <Dialog
      title="Вернуть часть на доработку"
      isOpen
      role="alertdialog"
      onClose={() => onClose(done !== undefined)}
      actions={
        done ? (
          <Button onClick={() => onClose(true)}>Готово</Button>
        ) : (
          <>
            <Button pending={returning.isPending} pendingText="Возвращаем…" onClick={send}>
              Вернуть
            </Button>
            <Button kind="secondary" onClick={() => onClose(false)}>
              Отменить
            </Button>
          </>
        )
      }
    >
      {done ? (
        <Notice
          tone={done.skipped.length > 0 ? 'warning' : 'success'}
          role="status"
          title={`Возвращено: ${counted(done.returned, 'работа', 'работы', 'работ')}`}
        >
          {done.absent > 0 && <p>Эту часть не сдавали: {counted(done.absent, 'человек', 'человека', 'человек')}.</p>}
          <ul className={styles.skipped}>
            {done.skipped.map(({ test_id, name, why }) => (
              <li key={test_id}>
                <bdi>{name}</bdi>: {why}
              </li>
            ))}
          </ul>
        </Notice>
      ) : (
        <div className={styles.form}>
          <p>
            Откроется только эта часть, остальные останутся сданными. Выбрано:{' '}
            {counted(people.length, 'человек', 'человека', 'человек')}. Принятую часть тоже придётся сдать заново.
          </p>
          <Select
            label="Часть"
            name="part"
            value={part}
            onChange={setPart}
            options={parts.map(({ code, title }) => ({ value: code, label: title }))}
            {...(checked && !part ? { error: 'Выберите часть' } : {})}
          />
          <TextArea
            label="Что исправить"
            name="reason"
            hint="Участник прочитает это слово в слово."
            limit={maxWords}
            value={reason}
            onChange={setReason}
            {...(checked && !reason.trim() ? { error: 'Напишите, что исправить' } : {})}
          />
          {returning.error && <Notice tone="danger" role="alert" title={failureText(returning.error)} />}
        </div>
      )}
    </Dialog>
  )
}
