import { type ReactNode, useEffect, useState } from 'react'
import { apiFile } from '#web/platform/api/portal-api.ts'
import notes from './LessonNotes.module.css'
import type { LessonNotes } from './queries.ts'

/** Two pictures that look alike, side by side. */
export function LessonPhotoPair({ workId, pair }: { workId: number; pair: LessonNotes['photos'][number] }) {
  const { file_id, other_id, name, own, test_id, region } = pair
  const other = own ? 'Другой снимок этого же отчёта' : `Участник ${test_id}${region ? `, ${region}` : ''}`
  return (
    <li className={notes.pair}>
      <div className={notes.photos}>
        <LessonPhoto workId={workId} fileId={file_id} words={`Этот отчёт: ${name}`} />
        <LessonPhoto workId={workId} fileId={other_id} words={other} />
      </div>
    </li>
  )
}

interface LessonPhotoProps {
  workId: number
  fileId: string
  words: string
  /** Shown below the picture; by default its words. */
  children?: ReactNode
}

/** The picture is loaded with the token, so it has no address of its own. */
export function LessonPhoto({ workId, fileId, words, children = words }: LessonPhotoProps) {
  const [url, setUrl] = useState<string | null>(null)
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    const stop = new AbortController()
    let made: string | null = null
    apiFile('GET /desk/works/:work_id/lesson/photos/:file_id', {
      params: { work_id: workId, file_id: fileId },
      signal: stop.signal,
    }).then(
      ({ blob }) => {
        if (stop.signal.aborted) return
        made = URL.createObjectURL(blob)
        setUrl(made)
      },
      () => !stop.signal.aborted && setFailed(true),
    )
    return () => {
      stop.abort()
      if (made) URL.revokeObjectURL(made)
    }
  }, [workId, fileId])
  return (
    <figure>
      {url ? <img src={url} alt={words} /> : <div data-empty="true" />}
      <figcaption>
        {children}
        {failed && '. Снимок не загрузился'}
      </figcaption>
    </figure>
  )
}
