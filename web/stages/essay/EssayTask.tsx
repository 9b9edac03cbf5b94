import type { EssaySettings } from '#shared/stages/essay/contract.ts'
import { Heading } from '#web/platform/ui/Heading.tsx'
import { Prose } from '#web/platform/ui/Prose.tsx'
import styles from './Essay.module.css'

/** The task, in paragraphs. */
export function EssayTask({ settings }: { settings: EssaySettings }) {
  return (
    <section className={styles.task}>
      <Heading level={2}>Задание</Heading>
      <Prose className={styles.text ?? ''}>
        {settings.task.split(/\n\s*\n/).map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </Prose>
    </section>
  )
}
