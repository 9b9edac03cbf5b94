import type { TextSettings } from '#shared/stages/text-contract.ts'
import { Heading } from '#web/platform/ui/Heading.tsx'
import { Prose } from '#web/platform/ui/Prose.tsx'
import styles from './TextWork.module.css'

/** The task of a text, paragraph by paragraph. */
export function TextTask({ settings }: { settings: Pick<TextSettings, 'task'> }) {
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
