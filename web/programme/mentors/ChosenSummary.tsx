import { download } from '#web/platform/api/portal-api.ts'
import { AttachedFile } from '#web/platform/ui/AttachedFile.tsx'
import { Card } from '#web/platform/ui/Card.tsx'
import { Heading } from '#web/platform/ui/Heading.tsx'
import styles from './Mentors.module.css'
import { PersonHead } from './PersonHead.tsx'
import { type Chosen, reasonWords } from './queries.ts'

/** The chosen mentors, read-only. */
export function ChosenSummary({ title, chosen }: { title: string; chosen: readonly Chosen[] }) {
  return (
    <section className={styles.section}>
      <Heading level={2}>{title}</Heading>
      <ol className={styles.chosen}>
        {chosen.map(({ mentor, reasons, comment, file }, place) => (
          <Card as="li" key={mentor.id} className={styles.card ?? ''}>
            <PersonHead fio={mentor.fio} avatar={mentor.avatar ?? null} place={place + 1} quiet={mentor.position} />
            {reasons.length > 0 && <p>Почему: {reasonWords(reasons)}</p>}
            {comment && <p className={styles.said}>«{comment}»</p>}
            {file && (
              <p>
                <AttachedFile
                  name={file.name}
                  onDownload={() => download('GET /user/files/:file_id', { params: { file_id: file.file_id } })}
                />
              </p>
            )}
          </Card>
        ))}
      </ol>
    </section>
  )
}
