import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { FormField } from '#shared/forms/fields/field.ts'
import { fileLimits } from '#shared/forms/fields/file-limits.ts'
import { solutionFormats } from '#shared/kinds/teams_solution/solution-form.ts'
import { chosenFileFault, fileLimitsText } from '#web/forms/fields/file-limits.ts'
import type { KeptUpload } from '#web/forms/uploads/kept-uploads.ts'
import { interruptedUploads, leave } from '#web/forms/uploads/send-in-pieces.ts'
import { sentWords } from '#web/forms/uploads/sent-words.ts'
import { isFailure } from '#web/platform/api/failure.ts'
import { showBanner } from '#web/platform/messages/banner.ts'
import { failureText } from '#web/platform/messages/failure-text.ts'
import { AttachedFile } from '#web/platform/ui/AttachedFile.tsx'
import { Button } from '#web/platform/ui/Button.tsx'
import { type ChosenFile, FileField } from '#web/platform/ui/FileField.tsx'
import { Heading } from '#web/platform/ui/Heading.tsx'
import {
  downloadSolutionFile,
  filesPlace,
  type Solution,
  sendSolutionFile,
  solutionQuery,
  useDropFile,
} from './queries.ts'
import styles from './TeamsSolution.module.css'

interface Sending extends ChosenFile {
  stop: AbortController
}

/** The files of the team: each is added on its own, so nobody waits for a section. */
export function SolutionFiles({ stageId, solution }: { stageId: number; solution: Solution }) {
  const { files, max_files, may_write } = solution
  const queries = useQueryClient()
  const drop = useDropFile(stageId)
  const [sending, setSending] = useState<readonly Sending[]>([])
  const open = useRef(new Set<AbortController>())
  useEffect(() => {
    const underWay = open.current
    return () => {
      for (const stop of underWay) stop.abort(leave)
    }
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: interrupted uploads continue once
  useEffect(() => {
    let gone = false
    interruptedUploads(filesPlace(stageId)).then((all) => {
      if (!gone) for (const kept of all) void send(kept.file, kept)
    })
    return () => {
      gone = true
    }
  }, [stageId])
  const field: FormField = {
    name: 'files',
    label: 'Добавить файл',
    view: 'file',
    files: { max_files, formats: [...solutionFormats] },
  }
  const change = (id: string, next: Partial<Sending>) =>
    setSending((all) => all.map((each) => (each.id === id ? { ...each, ...next } : each)))
  const forget = (id: string) => setSending((all) => all.filter((each) => each.id !== id))

  async function send(file: File, kept?: KeptUpload): Promise<void> {
    const [id, stop] = [crypto.randomUUID(), new AbortController()]
    const fault = chosenFileFault(field, file)
    setSending((all) => [
      ...all,
      {
        id,
        name: file.name,
        size: file.size,
        stop,
        ...(fault ? { error: fault } : { progress: 0, words: sentWords(0, file.size, false) }),
      },
    ])
    if (fault) return
    open.current.add(stop)
    try {
      const next = await sendSolutionFile(stageId, {
        file,
        kept,
        onProgress: (part, waiting) =>
          change(id, { progress: Math.min(part, 0.99), words: sentWords(part, file.size, waiting) }),
        signal: stop.signal,
      })
      queries.setQueryData(solutionQuery(stageId).queryKey, next)
      forget(id)
    } catch (error) {
      if (!isFailure(error, 'ABORTED')) change(id, { progress: undefined, words: undefined, error: failureText(error) })
    } finally {
      open.current.delete(stop)
    }
  }

  function stop(id: string): void {
    sending.find((each) => each.id === id)?.stop.abort()
    forget(id)
  }

  return (
    <section className={styles.section} aria-labelledby="solution-files">
      <Heading level={3} id="solution-files">
        Файлы
      </Heading>
      {files.length === 0 && !may_write && <p className={styles.quiet}>Файлов нет</p>}
      {files.length > 0 && (
        <ul className={styles.files}>
          {files.map(({ file_id, name }) => (
            <li key={file_id}>
              <AttachedFile name={name} onDownload={() => downloadSolutionFile(stageId, file_id)} />
              {may_write && (
                <Button
                  kind="quiet"
                  size="s"
                  aria-label={`Убрать файл ${name}`}
                  pending={drop.isPending && drop.variables === file_id}
                  pendingText="Убираем файл…"
                  onClick={() => drop.mutate(file_id, { onError: (error) => showBanner(failureText(error)) })}
                >
                  Убрать
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {/* An upload that was under way when the stage closed is still shown: its progress, or why it was refused. */}
      {(may_write || sending.length > 0) && (
        <FileField
          name="solution-files-new"
          label={may_write ? field.label : 'Отправляются после закрытия этапа'}
          hint={may_write ? undefined : 'Отправка началась до закрытия, поэтому их примут. Не закрывайте страницу.'}
          readOnly={!may_write}
          required={!may_write}
          value={sending.map(({ stop: _stop, ...file }) => file)}
          onAdd={(chosen) => {
            setSending((all) => all.filter(({ error }) => !error))
            for (const file of chosen) void send(file)
          }}
          onRemove={stop}
          limits={may_write ? fileLimitsText(field) : ''}
          accept={fileLimits(field)
            .formats.map((format) => `.${format}`)
            .join(',')}
          multiple={max_files > 1}
        />
      )}
    </section>
  )
}
