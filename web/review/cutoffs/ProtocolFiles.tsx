import Download from 'lucide-react/icons/download'
import { outOf } from '#shared/platform/text/unbroken.ts'
import { documentRows } from '#shared/review/cutoffs/limits.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { FailureNotice } from '#web/platform/ui/FailureNotice.tsx'
import { ProgressBar } from '#web/platform/ui/ProgressBar.tsx'
import { VisuallyHidden } from '#web/platform/ui/VisuallyHidden.tsx'
import styles from './Cutoffs.module.css'
import { type FileFormat, type Protocol, useProtocolFile } from './queries.ts'

const formats: [FileFormat, string][] = [
  ['docx', 'Word'],
  ['csv', 'CSV'],
  ['xlsx', 'Excel'],
]

/** The protocol as a document or a table: one press, and the file comes once it is made. */
export function ProtocolFiles({ competition, protocol }: { competition: string; protocol: Protocol }) {
  const { asking, progress } = useProtocolFile(competition, protocol.number)
  const { isPending, variables, error, mutate } = asking
  const { passed, waiting, failed } = protocol
  return (
    <div className={styles.fields}>
      <div className={styles.acts}>
        {formats.map(([format, words]) => (
          <Button
            key={format}
            kind="secondary"
            size="s"
            icon={<Download aria-hidden="true" />}
            pending={isPending && variables === format}
            disabled={isPending && variables !== format}
            onClick={() => mutate(format)}
          >
            <VisuallyHidden>Скачать в </VisuallyHidden>
            {words}
          </Button>
        ))}
      </div>
      {progress &&
        (variables === 'docx' ? (
          <ProgressBar label="Готовим документ" />
        ) : (
          <ProgressBar
            label="Готовим таблицу"
            value={progress.rows}
            max={progress.of}
            text={outOf(progress.rows, progress.of)}
            announced
          />
        ))}
      <FailureNotice error={error} />
      {Math.max(passed, waiting, failed) > documentRows && (
        <p className={styles.quiet}>В документе Word — первые {documentRows} каждого списка, в таблицах — все.</p>
      )}
    </div>
  )
}
