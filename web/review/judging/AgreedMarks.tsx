import type { ReactNode } from 'react'
import type { Criterion, Marks } from '#shared/stages/rubric.ts'
import { DefinitionList } from '#web/platform/ui/DefinitionList.tsx'
import { Heading } from '#web/platform/ui/Heading.tsx'
import styles from '#web/review/checking/Check.module.css'
import { pointsInWords } from './points-in-words.ts'

interface AgreedMarksProps {
  criteria: readonly Criterion[]
  own: { marks: Marks; total: number | null }
  agreed: { marks: Marks; total: number; comment: string }
  /** What comes next. */
  children: ReactNode
}

/** The person's marks of a training work beside those that experts agreed on, with their reasons. */
export function AgreedMarks({ criteria, own, agreed, children }: AgreedMarksProps) {
  const said = (mark: number | undefined) => (mark === undefined ? 'без оценки' : String(mark))
  return (
    <section className={styles.panel} aria-labelledby="agreed-marks">
      <Heading level={2} size={3} id="agreed-marks">
        Как оценили эксперты
      </Heading>
      <DefinitionList
        items={[
          ...criteria.map(({ code, title }) => ({
            term: title,
            value: `${said(agreed.marks[code])}, вы — ${said(own.marks[code])}`,
          })),
          { term: 'Итог экспертов', value: pointsInWords(agreed.total) },
          { term: 'Ваш итог', value: pointsInWords(own.total ?? 0) },
        ]}
      />
      <p>{agreed.comment}</p>
      {children}
    </section>
  )
}
