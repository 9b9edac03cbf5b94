import type { ReactNode } from 'react'
import type { ReadableLine } from '#shared/forms/fields/answer.ts'
import { groupBy } from '#shared/platform/lists/group-by.ts'
import { idNumber } from '#shared/platform/text/unbroken.ts'
import { session } from '#web/platform/api/portal-api.ts'
import { AttachedFile } from '#web/platform/ui/AttachedFile.tsx'
import { Disclosure } from '#web/platform/ui/Disclosure.tsx'
import { Heading } from '#web/platform/ui/Heading.tsx'
import { VideoPlayer, type Viewing } from '#web/platform/ui/VideoPlayer.tsx'
import { StatusBadge } from '#web/stages/StatusBadge.tsx'
import styles from './WorkAnswer.module.css'

/** A line of the answer; `before` is its text at the last check if it has changed since (null: it was empty). */
export type WorkLine = ReadableLine & { before?: string | null }

interface WorkAnswerProps {
  lines: readonly WorkLine[]
  onFile: (fileId: string) => Promise<void>
  /** Opens a recording to play it; without it recordings are files like others. */
  onVideo?: ((fileId: string) => Promise<Viewing>) | undefined
  /** Shown below a line, for example a remark. */
  below?: (line: WorkLine) => ReactNode
}

/**
 * The answer for reading, by section. Lines that have changed since the last check are marked and show their earlier
 * text.
 */
export function WorkAnswer({ lines, onFile, onVideo, below }: WorkAnswerProps) {
  const sections = groupBy(lines, ({ section }) => section)
  if (lines.length === 0) return <p>В работе нет ни одного ответа.</p>
  return (
    <div className={styles.answer}>
      {[...sections].map(([section, own]) => (
        <section key={section} className={styles.section}>
          <Heading level={2} size={3}>
            {section}
          </Heading>
          {own.map((line) => (
            <Line key={line.field ?? line.label} line={line} onFile={onFile} onVideo={onVideo}>
              {below?.(line)}
            </Line>
          ))}
        </section>
      ))}
    </div>
  )
}

type LineProps = Pick<WorkAnswerProps, 'onFile' | 'onVideo'> & { line: WorkLine; children: ReactNode }

function Line({ line, onFile, onVideo, children }: LineProps) {
  const { label, value, before, files = [] } = line
  return (
    <div className={styles.line} data-changed={before !== undefined || undefined}>
      <h3 className={styles.label}>
        {label}
        {before !== undefined && <StatusBadge look="waiting">Изменено</StatusBadge>}
      </h3>
      {files.length > 0 ? (
        <div className={styles.files}>
          {files.map(({ file_id, name }) =>
            onVideo && isRecording(name) ? (
              <VideoPlayer key={file_id} label={label} open={() => onVideo(file_id)} mark={viewerMark()} />
            ) : (
              <AttachedFile key={file_id} name={name} onDownload={() => onFile(file_id)} />
            ),
          )}
        </div>
      ) : (
        <p className={styles.value}>{value}</p>
      )}
      {before !== undefined && (
        <Disclosure className={styles.before} says="Что стояло раньше">
          <p>{before === null ? 'Ответа не было.' : before}</p>
        </Disclosure>
      )}
      {children}
    </div>
  )
}

/** Only recordings have these endings: the portal names them itself. */
const isRecording = (name: string) => /\.(webm|mp4)$/.test(name)

/** Shown over a recording, so that a copy of the screen shows who made it. */
const viewerMark = () => idNumber(session.claims()?.test_id ?? '')
