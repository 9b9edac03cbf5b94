import { useState } from 'react'
import { type StageStep, stageSteps, stepTitles } from '#shared/people/participants/audience.ts'
import { PortalLink } from '#web/platform/navigation/PortalLink.tsx'
import { Button } from '#web/platform/ui/Button.tsx'
import { Panel } from '#web/platform/ui/Panel.tsx'
import { VisuallyHidden } from '#web/platform/ui/VisuallyHidden.tsx'
import { useRight } from '#web/seasons/console/rights.ts'
import type { StageReport } from './queries.ts'
import styles from './Reports.module.css'

/** This many rows can be read at a glance; a button shows the others. */
const shownAtFirst = 20

interface StageRowsProps {
  title: string
  /** The head of the first column: what a row is. */
  of: string
  rows: StageReport['tracks']
  /** The people of a row at a step. */
  hrefOf: (id: string, step: StageStep) => string
}

/** The steps of a stage for each track or region: a table, on a phone a list of what is not zero. */
export function StageRows({ title, of, rows, hrefOf }: StageRowsProps) {
  const [whole, setWhole] = useState(false)
  // The list of people needs a right of its own.
  const linked = useRight('participants')
  if (rows.length < 2) return null
  const shown = whole ? rows : rows.slice(0, shownAtFirst)
  return (
    <Panel title={title}>
      <div className={styles.wide}>
        <table className={styles.table}>
          <caption>
            <VisuallyHidden>{title}</VisuallyHidden>
          </caption>
          <thead>
            <tr>
              <th scope="col">{of}</th>
              <th scope="col">Всего</th>
              {stageSteps.map((step) => (
                <th key={step} scope="col">
                  {stepTitles[step]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map(({ id, title: name, people, steps }) => (
              <tr key={id ?? ''}>
                <th scope="row">{name}</th>
                <td data-title="Всего">{people.toLocaleString('ru')}</td>
                {stageSteps.map((step) => (
                  <td key={step} data-title={stepTitles[step]} data-none={steps[step] === 0 || undefined}>
                    {linked && id !== null && steps[step] > 0 ? (
                      <PortalLink to={hrefOf(id, step)} aria-label={`${name}, ${stepTitles[step]}: ${steps[step]}`}>
                        {steps[step].toLocaleString('ru')}
                      </PortalLink>
                    ) : (
                      steps[step].toLocaleString('ru')
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {rows.length > shown.length && (
        <Button kind="quiet" size="s" flush onClick={() => setWhole(true)}>
          Показать все: {rows.length}
        </Button>
      )}
    </Panel>
  )
}
