import type { ReactNode } from 'react'
import { Heading } from '#web/platform/ui/Heading.tsx'
import { RadioGroup } from '#web/platform/ui/RadioGroup.tsx'
import check from '#web/review/checking/Check.module.css'
import { rowsOf } from './grid.ts'
import styles from './Observations.module.css'
import type { Observation } from './queries.ts'

interface GridFieldsProps {
  observation: Observation
  /** Distinguishes the own grid from the agreed one. */
  id: string
  marks: Readonly<Record<string, number>>
  missing: ReadonlySet<string>
  hint?: (name: string) => ReactNode
  onMark: (name: string, mark: number) => void
}

/** A grid of competencies: a panel for each person and one for the team. */
export function GridFields({ observation, id, marks, missing, hint, onMark }: GridFieldsProps) {
  const { competencies, scale } = observation
  const options = Array.from({ length: scale }, (_none, at) => ({ value: String(at + 1), label: String(at + 1) }))
  return (
    <div className={styles.grid}>
      {rowsOf(observation).map(({ who, name }) => (
        <section key={who} className={check.panel} aria-label={name}>
          <Heading level={3} size={4}>
            {name}
          </Heading>
          {competencies.map((competency) => {
            const field = `${who}_${competency.code}`
            const said = hint?.(field)
            return (
              <RadioGroup
                key={competency.code}
                look="points"
                name={`${id}.${field}`}
                label={competency.title}
                hint={
                  said || competency.hint ? (
                    <>
                      {competency.hint}
                      {competency.hint && said ? ' ' : ''}
                      {said}
                    </>
                  ) : undefined
                }
                value={String(marks[field] ?? '')}
                error={missing.has(field) ? 'Поставьте оценку' : null}
                onChange={(value) => onMark(field, Number(value))}
                options={options}
              />
            )
          })}
        </section>
      ))}
    </div>
  )
}
