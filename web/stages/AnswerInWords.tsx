import type { ReadableLine } from '#shared/forms/fields/answer.ts'
import { groupBy } from '#shared/platform/lists/group-by.ts'
import { DefinitionList } from '#web/platform/ui/DefinitionList.tsx'
import { Heading } from '#web/platform/ui/Heading.tsx'
import styles from './AnswerInWords.module.css'

/** An answer in words by section, before and after the hand-in. */
export function AnswerInWords({ lines, level = 3 }: { lines: readonly ReadableLine[]; level?: 2 | 3 }) {
  const sections = groupBy(lines, ({ section }) => section)
  return (
    <div className={styles.answer}>
      {[...sections].map(([section, own]) => (
        <section key={section}>
          <Heading level={level} size={3}>
            {section}
          </Heading>
          <DefinitionList items={own.map(({ label, value }) => ({ term: label, value }))} />
        </section>
      ))}
    </div>
  )
}
