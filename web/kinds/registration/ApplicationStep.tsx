import { DraftStatus } from '#web/forms/drafts/DraftStatus.tsx'
import { FormSections } from '#web/forms/fields/FormSections.tsx'
import { labelAt } from '#web/forms/fields/section-progress.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { ErrorSummary } from '#web/platform/ui/ErrorSummary.tsx'
import { Remarks } from '#web/stages/Remarks.tsx'
import { labelOf, stepOf } from './application-steps.ts'
import { ConsentStep } from './ConsentStep.tsx'
import styles from './RegistrationScreen.module.css'
import { TrackStep } from './TrackStep.tsx'
import type { ApplicationStepsProps, OpenApplication } from './use-application.ts'

type ApplicationStepProps = Pick<ApplicationStepsProps, 'stage' | 'form' | 'draftState'> & { of: OpenApplication }

/** One step that is filled in: a section of the form, the track or the consents. */
export function ApplicationStep({ stage, form, draftState, of }: ApplicationStepProps) {
  const { store, step, section, extras, own, attempt, changeExtras } = of
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        of.goOn()
      }}
    >
      <Remarks
        remarks={stage.remarks.filter(({ field }) => stepOf(form, field) === step)}
        labelOf={(field) => labelAt(form.form, field)}
      />
      {attempt > 0 && (
        <ErrorSummary
          attempt={attempt}
          faults={of.faults.map(([name, { message }]) => ({ name, label: labelOf(form, name), message }))}
        />
      )}
      {section >= 0 && <FormSections store={store} section={section} />}
      {step === 'track' && (
        <TrackStep
          tracks={form.tracks}
          value={extras.track}
          error={own.track?.message ?? null}
          onChange={(track) => changeExtras({ track })}
        />
      )}
      {step === 'consents' && <ConsentStep form={form} extras={extras} faults={own} onChange={changeExtras} />}
      <div className={styles.actions}>
        <Button type="submit">Дальше</Button>
        <Button kind="secondary" onClick={of.goBack}>
          Назад
        </Button>
        <DraftStatus state={draftState} />
      </div>
    </form>
  )
}
