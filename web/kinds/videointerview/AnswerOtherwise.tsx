import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { inUnits } from '#shared/platform/text/unbroken.ts'
import type { KeptUpload } from '#web/forms/uploads/kept-uploads.ts'
import { interruptedUploads, leave, sendInPieces } from '#web/forms/uploads/send-in-pieces.ts'
import { sentWords } from '#web/forms/uploads/sent-words.ts'
import { isFailure } from '#web/platform/api/failure.ts'
import { api } from '#web/platform/api/portal-api.ts'
import { failureText } from '#web/platform/messages/failure-text.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { FileField } from '#web/platform/ui/FileField.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import { TextArea } from '#web/platform/ui/TextArea.tsx'
import { words } from '#web/platform/ui/words.ts'
import { FaultyVideo, refuseFaultyVideo } from './faulty-video.ts'
import styles from './Interview.module.css'
import { type Interview, type InterviewQuestion, keepInterview, reportDefect } from './interview-queries.ts'

interface OtherwiseProps {
  interview: Interview
  question: InterviewQuestion
}

/** A file instead of a recording. */
export function FileAnswer({ interview, question }: OtherwiseProps) {
  const { stage_id } = interview
  const number = question.question
  const place = `stage ${stage_id}/video-${number}`
  const [progress, setProgress] = useState({ part: 0, waiting: false })
  const stop = useRef<AbortController>(null)
  const sending = useMutation({
    mutationFn: async ({ file, kept }: { file: File; kept?: KeptUpload }) => {
      setProgress({ part: 0, waiting: false })
      if (!kept) await refuseFaultyVideo(file, question.answer_seconds)
      stop.current = new AbortController()
      const { signal } = stop.current
      const onProgress = (part: number, waiting: boolean) => setProgress({ part, waiting })
      const stage = { id: stage_id, field: `video-${number}` }
      return sendInPieces({ file, purpose: 'video', place, stage, kept, signal, onProgress }, (upload_id) =>
        api('POST /user/uploads/:upload_id/video', { params: { upload_id }, body: { question: number } }),
      )
    },
    onSuccess: (answer) => keepInterview(answer.interview),
  })
  const { mutate: send } = sending
  useEffect(() => {
    let gone = false
    interruptedUploads(place).then(([kept]) => {
      if (kept && !gone) send({ file: kept.file, kept })
    })
    return () => {
      gone = true
      stop.current?.abort(leave)
    }
  }, [place, send])
  const { file } = sending.variables ?? {}
  const fault = isFailure(sending.error, 'ABORTED') ? null : sending.error
  const faultWords = fault instanceof FaultyVideo ? fault.message : fault && failureText(fault)
  return (
    <FileField
      name={`video-${question.question}`}
      label="Ответ файлом"
      hint={`Запишите ответ камерой телефона, не длиннее ${inUnits(question.answer_seconds, 'с')}.`}
      limits="MP4, WEBM или MOV, до 500 МБ."
      accept="video/mp4,video/webm,video/quicktime,.mp4,.webm,.mov"
      value={
        sending.isPending && file
          ? [
              {
                id: 'video',
                name: file.name,
                progress: Math.min(progress.part, 0.99),
                words: sentWords(progress.part, file.size, progress.waiting),
              },
            ]
          : []
      }
      error={faultWords ?? undefined}
      onAdd={([chosen]) => chosen && send({ file: chosen })}
      onRemove={() => stop.current?.abort()}
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
              {words.cancel}
            </Button>
          </div>
        </div>
      ) : (
        <Button kind="quiet" size="s" flush onClick={() => setOpen(true)}>
          Техническая неисправность
        </Button>
      )}
    </>
  )
}
