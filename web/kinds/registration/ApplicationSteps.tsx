import { useEffect, useRef } from 'react'
import { formOfDoor } from '#shared/accounts/registration/form-of-door.ts'
import { humanReadable } from '#shared/forms/fields/answer.ts'
import { labelAt } from '#web/forms/fields/section-progress.ts'
import { isFailure } from '#web/platform/api/failure.ts'
import { failureText } from '#web/platform/messages/failure-text.ts'
import { Notice } from '#web/platform/ui/Notice.tsx'
import { Steps } from '#web/platform/ui/Steps.tsx'
import { Refusal } from '#web/stages/Refusal.tsx'
import { Remarks } from '#web/stages/Remarks.tsx'
import { ApplicationCheck } from './ApplicationCheck.tsx'
import { ApplicationStart } from './ApplicationStart.tsx'
import { ApplicationStep } from './ApplicationStep.tsx'
import { stepOf } from './application-steps.ts'
import styles from './RegistrationScreen.module.css'
import { type ApplicationStepsProps, useApplication } from './use-application.ts'

/** The application step by step: what to prepare, the form's sections, the track, the consents, the check. */
export function ApplicationSteps(props: ApplicationStepsProps) {
  const { stage, form, notice, draftState, begun, handIn } = props
  const application = useApplication(props)
  const { store, locked, extras, door, steps, step, go, changeExtras } = application
  const top = useRef<HTMLDivElement>(null)
  const stepShown = useRef(step)
  useEffect(() => {
    if (stepShown.current === step) return
    stepShown.current = step
    top.current?.scrollIntoView()
    top.current?.focus({ preventScroll: true })
  }, [step])

  if (step === 'start') {
    return (
      <>
        <Remarks
          remarks={stage.remarks}
          labelOf={(field) => labelAt(form.form, field)}
          onOpen={(field) => go(stepOf(form, field) ?? 'check')}
        />
        {locked.size > 0 && <p>Исправить нужно только отмеченное. Остальные ответы уже приняты, их не изменить.</p>}
        <ApplicationStart
          form={form}
          notice={notice}
          begun={begun}
          door={extras.door}
          onDoor={(door) => changeExtras({ door })}
          onStart={() => go(steps[0]?.id ?? 'check')}
        />
      </>
    )
  }

  const summed = isFailure(handIn.error) && Object.keys(handIn.error.fields).length > 0
  return (
    <div className={styles.steps}>
      <Steps
        label="Шаги заявки"
        current={step}
        steps={steps.map(({ id, title }) => ({ id, title, onSelect: () => go(id) }))}
      />
      <div ref={top} className={styles.step} tabIndex={-1}>
        {handIn.error && !summed && <Refusal error={handIn.error} />}
        {handIn.error && summed && (
          <Notice tone="danger" role="alert">
            {failureText(handIn.error)}
          </Notice>
        )}
        {step === 'check' ? (
          <ApplicationCheck
            form={form}
            extras={extras}
            lines={humanReadable(formOfDoor(form.form, door), store.data(), form.dictionaries)}
            sending={handIn.isPending}
            onEdit={() => go(steps[0]?.id ?? '')}
            onSend={application.send}
          />
        ) : (
          <ApplicationStep stage={stage} form={form} draftState={draftState} of={application} />
        )}
      </div>
    </div>
  )
}
