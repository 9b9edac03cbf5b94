import { useEffect, useRef } from 'react'
import styles from '#web/accounts/auth/Entrance.module.css'
import { sectionId } from '#web/forms/fields/FormSections.tsx'
import { PageHeading } from '#web/platform/navigation/PageHeading.tsx'
import { Heading } from '#web/platform/ui/Heading.tsx'
import { Steps } from '#web/platform/ui/Steps.tsx'
import { OpenStep } from './OpenStep.tsx'
import { listedStep, type Step, sectionOf, stepsOf } from './step.ts'
import { type RegistrationProps, useRegistration } from './use-registration.ts'

/** The steps of a registration, and the open one below them. */
export function RegistrationWizard(props: RegistrationProps) {
  const registration = useRegistration(props)
  const { step, schema, door, progress, found, go } = registration
  const steps = stepsOf(schema.sections, props.form.tracks.length, door)
  const section = sectionOf(step)
  const title = useRef<HTMLHeadingElement>(null)

  const shown = useRef(step)
  useEffect(() => {
    if (shown.current === step) return
    shown.current = step
    const here = sectionOf(step)
    const code = here === null ? undefined : schema.sections[here]?.code
    // A step of the form has its own heading, so the section takes the focus.
    const target = code === undefined ? title.current : document.getElementById(sectionId(code))
    // The error summary already has the focus.
    if (found.at !== here) target?.focus({ preventScroll: true })
    window.scrollTo(0, 0)
  }, [step, schema, found])

  return (
    <>
      <PageHeading title="Регистрация" size={2} />
      {step !== 'needed' && (
        <Steps
          label="Шаги регистрации"
          current={listedStep(step, door)}
          steps={steps.map(({ id, title: words }) => ({
            id,
            title: words,
            ...(id !== 'phone' && id !== 'email' && progress?.email_confirmed && { onSelect: () => go(id) }),
          }))}
        />
      )}
      <div className={styles.form}>
        {step !== 'needed' && section === null && (
          <Heading level={2} size={3} ref={title} tabIndex={-1}>
            {steps.find(({ id }) => id === step)?.title ?? codeTitles[step]}
          </Heading>
        )}
        <OpenStep {...props} of={registration} />
      </div>
    </>
  )
}

const codeTitles: Partial<Record<Step, string>> = { phone: 'Код из СМС', email: 'Код из письма' }
