import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { sendFile } from '#web/platform/api/send-file.ts'
import { failureText } from '#web/platform/messages/failure-text.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { FileField } from '#web/platform/ui/FileField.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import { TextArea } from '#web/platform/ui/TextArea.tsx'
import styles from './Interview.module.css'
import { type Interview, type InterviewQuestion, keepInterview, reportDefect } from './interview-queries.ts'

interface OtherwiseProps {
  interview: Interview
  question: InterviewQuestion
}

/** A file instead of a recording. */
export function FileAnswer({ interview, question }: OtherwiseProps) {
  const [progress, setProgress] = useState(0)
  const sending = useMutation({
    mutationFn: async (file: File) => {
      setProgress(0)
      const address = `/user/video?stage_id=${interview.stage_id}&question=${question.question}`
      const signal = new AbortController().signal
      return (await sendFile(address, file, { onProgress: setProgress, signal })) as { interview: Interview }
    },
    onSuccess: (answer) => keepInterview(answer.interview),
  })
  return (
    <FileField
      name={`video-${question.question}`}
      label="Ответ файлом"
      hint={`Запишите ответ камерой телефона, не длиннее ${question.answer_seconds} с.`}
      limits="MP4, WEBM или MOV, до 500 МБ."
      accept="video/mp4,video/webm,video/quicktime,.mp4,.webm,.mov"
      value={sending.isPending ? [{ id: 'video', name: sending.variables?.name ?? '', progress }] : []}
      error={sending.error ? failureText(sending.error) : undefined}
      onAdd={([file]) => file && sending.mutate(file)}
      onRemove={() => {}}
      disabled={sending.isPending}
    />
  )
}

/** Something technical went wrong: another take, at once or after an organiser has looked. */
export function DefectReport({ interview, question }: OtherwiseProps) {
  const [open, setOpen] = useState(false)
  const [reason, setReason] = useState('')
  const sending = useMutation({
    mutationFn: () => reportDefect(interview.stage_id, question.question, reason.trim()),
    onSuccess: () => {
      setOpen(false)
      setReason('')
    },
  })
  const last = question.grants.at(-1)
  if (last && !last.granted)
    return (
      <Notice title="Вы сообщили о неисправности">
        Организатор посмотрит и даст ещё одну попытку, если запись не получилась не по вашей вине.
      </Notice>
    )
  return (
    <>
      {last && (
        <Notice tone="success" title="Вам дали ещё одну попытку">
          {last.reason}
        </Notice>
      )}
      {open ? (
        <div className={styles.defect}>
          <TextArea
            name="defect"
            label="Что случилось"
            hint="Например: не было звука, отключилась камера, пришёл звонок."
            rows={3}
            limit={500}
            value={reason}
            onChange={setReason}
            error={sending.error ? failureText(sending.error) : undefined}
          />
          <div className={styles.actions}>
            <Button
              kind="secondary"
              pending={sending.isPending}
              disabled={!reason.trim()}
              onClick={() => sending.mutate()}
            >
              {interview.defects_left > 0 ? 'Взять ещё попытку' : 'Сообщить организатору'}
            </Button>
            <Button kind="quiet" onClick={() => setOpen(false)}>
              Отмена
            </Button>
          </div>
        </div>
      ) : (
        <Button kind="quiet" flush onClick={() => setOpen(true)}>
          Техническая неисправность
        </Button>
      )}
    </>
  )
}
