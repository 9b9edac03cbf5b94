import Check from 'lucide-react/icons/check'
import ChevronDown from 'lucide-react/icons/chevron-down'
import { useState } from 'react'
import { outOf } from '#shared/platform/text/unbroken.ts'
import styles from './Steps.module.css'
import { VisuallyHidden } from './VisuallyHidden.tsx'

export type Step = { id: string; title: string; href?: string; onSelect?: () => void }

/**
 * The progress in a form with several steps. Earlier steps link back when they have `href` or `onSelect`. On a phone
 * the list opens from the line that names the current step.
 */
export function Steps({
  steps,
  current,
  label = 'Шаги анкеты',
}: {
  steps: readonly Step[]
  current: string
  label?: string
}) {
  const at = steps.findIndex((step) => step.id === current)
  const [open, setOpen] = useState(false)
  return (
    <nav aria-label={label} className={styles.steps}>
      <button type="button" className={styles.short} aria-expanded={open} onClick={() => setOpen(!open)}>
        <span>
          Шаг {outOf(at + 1, steps.length)}: <b>{steps[at]?.title}</b>
        </span>
        <ChevronDown aria-hidden="true" />
      </button>
      <span className={styles.bar} aria-hidden="true">
        {steps.map(({ id }, i) => (
          <span key={id} data-state={i <= at ? 'done' : 'later'} />
        ))}
      </span>
      <ol className={styles.list} data-open={open || undefined}>
        {steps.map((step, i) => {
          const words = (
            <>
              <span className={styles.mark} aria-hidden="true">
                {i < at ? <Check /> : i + 1}
              </span>
              <span className={styles.title}>
                {step.title}
                {i < at && <VisuallyHidden> — готово</VisuallyHidden>}
              </span>
            </>
          )
          const state = i < at ? 'done' : i === at ? 'now' : 'later'
          return (
            <li key={step.id} className={styles.step} data-state={state} aria-current={i === at ? 'step' : undefined}>
              {state === 'done' && step.href ? (
                <a href={step.href} className={styles.inner}>
                  {words}
                </a>
              ) : state === 'done' && step.onSelect ? (
                <button
                  type="button"
                  className={styles.inner}
                  onClick={() => {
                    setOpen(false)
                    step.onSelect?.()
                  }}
                >
                  {words}
                </button>
              ) : (
                <span className={styles.inner}>{words}</span>
              )}
            </li>
          )
        })}
      </ol>
    </nav>
  )
}
