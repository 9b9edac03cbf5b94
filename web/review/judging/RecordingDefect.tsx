import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReadableLine } from '#shared/forms/fields/answer.ts'
import { failureText } from '#web/platform/messages/failure-text.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import { TextArea } from '#web/platform/ui/TextArea.tsx'
import styles from './Marks.module.css'
import { reportRecording } from './queries.ts'

/** Whether a line of a work is a recording; its field is the number of the question. */
export const isRecorded = ({ field, files = [] }: ReadableLine): boolean =>
  /^\d+$/.test(field ?? '') && files.some(({ name }) => /\.(webm|mp4)$/.test(name ?? ''))

/** A recording that cannot be heard or seen goes to the organiser; nobody has to mark it with a zero. */
export function RecordingDefect({ readingId, line }: { readingId: number; line: ReadableLine }) {
  const [open, setOpen] = useState(false)
  const [reason, setReason] = useState('')
  const sending = useMutation({ mutationFn: () => reportRecording(readingId, Number(line.field), reason.trim()) })
  if (sending.isSuccess)
    return (
      <Notice tone="success" role="status" title="Организатор узнает о неисправности">
        Он может вернуть работу автору для новой записи. Не ставьте за эту запись ноль: переходите к следующей работе.
      </Notice>
    )
  if (!open)
    return (
      <Button kind="quiet" flush onClick={() => setOpen(true)}>
        Запись неисправна
      </Button>
    )
  return (
    <div className={styles.giving}>
      <TextArea
        name={`defect-${line.field}`}
        label="Что не так с записью"
        rows={2}
        limit={500}
        value={reason}
        onChange={setReason}
        error={sending.error ? failureText(sending.error) : undefined}
      />
      <Button kind="secondary" pending={sending.isPending} disabled={!reason.trim()} onClick={() => sending.mutate()}>
        Сообщить организатору
      </Button>
    </div>
  )
}
