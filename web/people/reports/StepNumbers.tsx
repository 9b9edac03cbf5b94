import { type StageStep, stageSteps, stepTitles } from '#shared/people/participants/audience.ts'
import { PortalLink } from '#web/platform/navigation/PortalLink.tsx'
import { useRight } from '#web/seasons/console/rights.ts'
import styles from './Reports.module.css'

interface StepNumbersProps {
  steps: Record<StageStep, number>
  people: number
  /** The address of the people at a step; without it the numbers are no links. */
  hrefOf?: (step: StageStep) => string
}

/** A bar of the steps, and below it each number with the pattern that it has in the bar. */
export function StepNumbers({ steps, people, hrefOf }: StepNumbersProps) {
  // The list of people needs a right of its own.
  const linked = useRight('participants')
  return (
    <>
      <span className={styles.bar} aria-hidden="true">
        {people > 0 &&
          stageSteps
            .filter((step) => steps[step] > 0)
            .map((step) => <span key={step} data-step={step} style={{ flexGrow: steps[step] }} />)}
      </span>
      <ul className={styles.steps}>
        {stageSteps.map((step) => (
          <li key={step} data-none={steps[step] === 0 || undefined}>
            <span className={styles.sample} data-step={step} aria-hidden="true" />
            {hrefOf && linked && steps[step] > 0 ? (
              <PortalLink alone to={hrefOf(step)}>
                {stepTitles[step]}: {steps[step].toLocaleString('ru')}
              </PortalLink>
            ) : (
              <span>
                {stepTitles[step]}: {steps[step].toLocaleString('ru')}
              </span>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}
