import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { failureText } from '#web/platform/messages/failure-text.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Dialog } from '#web/platform/ui/Dialog.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import { RadioGroup } from '#web/platform/ui/RadioGroup.tsx'
import { TextArea } from '#web/platform/ui/TextArea.tsx'
import { renewStage } from '#web/stages/use-hand-in.ts'
import styles from './Peer.module.css'
import { reportTask } from './queries.ts'

const maxText = 1000

interface ReportDialogProps {
  stageId: number
  taskId: number
  /** The work may be declined because the author is known. */
  known: boolean
  onGone: () => void
}

/** Reports to the organisers that a work looks copied, or gives it back because the author is known. */
export function ReportDialog({ stageId, taskId, known, onGone }: ReportDialogProps) {
  const queries = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const [tried, setTried] = useState(false)
  const [about, setAbout] = useState<'plagiarism' | 'author'>('plagiarism')
  const [text, setText] = useState('')
  const reporting = useMutation({
    mutationFn: () => reportTask(stageId, taskId, { about, text: text.trim() }),
    onSuccess: async () => {
      setOpen(false)
      await renewStage(queries, stageId)
      onGone()
    },
  })
  const length = [...text.trim()].length
  const send = () => {
    setTried(true)
    if (length > 0 && length <= maxText && !reporting.isPending) reporting.mutate()
  }
  return (
    <div>
      <Button kind="quiet" flush onClick={() => setOpen(true)}>
        {known ? 'Не могу оценить эту работу' : 'Работа заимствована'}
      </Button>
      <Dialog
        title="Что не так с работой?"
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        actions={
          <>
            <Button pending={reporting.isPending} pendingText="Отправляем…" onClick={send}>
              Отправить
            </Button>
            <Button kind="secondary" onClick={() => setOpen(false)}>
              Вернуться к работе
            </Button>
          </>
        }
      >
        <div className={styles.progress}>
          {known && (
            <RadioGroup
              name="about"
              label="Причина"
              value={about}
              options={[
                { value: 'plagiarism', label: 'Похоже на заимствование' },
                { value: 'author', label: 'Я знаю автора' },
              ]}
              onChange={(value) => setAbout(value as 'plagiarism' | 'author')}
            />
          )}
          <p>
            {about === 'plagiarism'
              ? 'Работу перестанут оценивать все, пока организаторы не проверят ваше сообщение.'
              : 'Работу получит другой участник, а вы возьмёте следующую. Так можно поступить три раза.'}
          </p>
          <TextArea
            label={about === 'plagiarism' ? 'Откуда это и где видно' : 'Откуда вы знаете автора'}
            name="report"
            rows={3}
            limit={maxText}
            error={tried && length === 0 ? 'Напишите хотя бы несколько слов: их прочитают организаторы' : null}
            value={text}
            onChange={setText}
          />
          {reporting.error && <Notice tone="danger" role="alert" title={failureText(reporting.error)} />}
        </div>
      </Dialog>
    </div>
  )
}
