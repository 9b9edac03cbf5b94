import type { ReactNode } from 'react'
import { numbered } from '#shared/platform/text/unbroken.ts'
import { parseWire, showDateTime } from '#shared/platform/time/moscow.ts'
import { AttachedFile } from '#web/platform/ui/AttachedFile.tsx'
import { Heading } from '#web/platform/ui/Heading.tsx'
import { Moments } from '#web/platform/ui/Moments.tsx'
import { StatusBadge } from '#web/stages/StatusBadge.tsx'
import { LongText } from './LongText.tsx'
import type { RequestStatus, SupportRequest } from './queries.ts'
import styles from './Support.module.css'

const statuses: Record<RequestStatus, { look: 'waiting' | 'done' | 'neutral'; words: string }> = {
  open: { look: 'waiting', words: 'Ждёт ответа' },
  answered: { look: 'done', words: 'Есть ответ' },
  closed: { look: 'neutral', words: 'Закрыто' },
}

interface RequestViewProps {
  request: SupportRequest
  /** For organisers only: who asks. */
  about?: ReactNode
  onDownload: (file: SupportRequest['files'][number]) => Promise<void>
  children?: ReactNode
}

/** One request: question, attachments and answers. */
export function RequestView({ request, about, onDownload, children }: RequestViewProps) {
  const { look, words } = statuses[request.status]
  return (
    <article className={styles.request} aria-labelledby={`request-${request.id}`}>
      <div className={styles.line}>
        <Heading level={3} size={4} id={`request-${request.id}`}>
          {numbered(request.id)}. {request.topic}
        </Heading>
        <StatusBadge look={look}>{words}</StatusBadge>
      </div>
      <p className={styles.quiet}>
        {about && <>{about}, </>}
        <Moment at={request.created} />
      </p>
      <LongText text={request.text} />
      {request.files.length > 0 && (
        <ul className={styles.files} aria-label="Приложенные файлы">
          {request.files.map((file) => (
            <li key={file.file_id}>
              <AttachedFile name={file.name} onDownload={() => onDownload(file)} />
            </li>
          ))}
        </ul>
      )}
      {request.answers.map((answer) => (
        <div key={answer.id} className={styles.answer}>
          <Heading level={4} size={4}>
            Ответ поддержки, <Moment at={answer.created} />
          </Heading>
          <LongText text={answer.text} />
        </div>
      ))}
      {children}
    </article>
  )
}

function Moment({ at }: { at: string }) {
  const moment = parseWire(at)
  return moment ? (
    <time dateTime={moment.toISOString()}>
      <Moments text={showDateTime(moment)} />
    </time>
  ) : null
}
