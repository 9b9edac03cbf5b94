import { useEffect, useRef, useState } from 'react'
import type { FieldFaults } from '#shared/api/refusals.ts'
import { humanReadable } from '#shared/forms/answer.ts'
import type { AnswerData } from '#shared/forms/field.ts'
import { formOfDoor } from '#shared/registration/form-of-door.ts'
import { lockedQuestions, withLocked } from '#shared/registration/locked-questions.ts'
import { isFailure } from '#web/platform/api/failure.ts'
import { DraftStatus } from '#web/platform/drafts/DraftStatus.tsx'
import type { DraftKeeper, DraftState } from '#web/platform/drafts/draft-keeper.ts'
import { FormSections } from '#web/platform/forms/FormSections.tsx'
import { createFormStore } from '#web/platform/forms/form-store.ts'
import { labelAt, sectionProgress } from '#web/platform/forms/section-progress.ts'
import { useFormValue } from '#web/platform/forms/use-form.ts'
import { failureText } from '#web/platform/messages/failure-text.ts'
import { useStep } from '#web/platform/navigation/use-step.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { ErrorSummary } from '#web/platform/ui/ErrorSummary.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import { Steps } from '#web/platform/ui/Steps.tsx'
import { answeredCriteria } from '#web/registration/answered-criteria.ts'
import { keptInvite } from '#web/registration/kept-invite.ts'
import { Refusal } from '#web/stages/Refusal.tsx'
import { Remarks } from '#web/stages/Remarks.tsx'
import { serverNow } from '#web/stages/server-clock.ts'
import { ApplicationCheck } from './ApplicationCheck.tsx'
import type { ApplicationEditorProps } from './ApplicationEditor.tsx'
import { ApplicationStart } from './ApplicationStart.tsx'
import { type ApplicationExtras, draftOf } from './application-draft.ts'
import { applicationSteps, extrasFaults, faultsIn, labelOf, sectionStep, stepOf } from './application-steps.ts'
import { ConsentStep } from './ConsentStep.tsx'
import styles from './RegistrationScreen.module.css'
import { TrackStep } from './TrackStep.tsx'

type ApplicationStepsProps = ApplicationEditorProps & {
  keeper: DraftKeeper
  draftState: DraftState
  begun: boolean
  initial: AnswerData
  extras: ApplicationExtras
}

/** The application step by step: what to prepare, the form's sections, the track, the consents, the check. */
export function ApplicationSteps(props: ApplicationStepsProps) {
  const { competition, stage, form, notice, keeper, draftState, begun, initial, handIn } = props
  const [locked] = useState(() =>
    props.returned ? lockedQuestions(form.form, props.returned.data, stage.remarks, serverNow()) : new Set<string>(),
  )
  const [schema] = useState(() => withLocked(form.form, locked, props.returned?.data ?? {}))
  const [extras, setExtras] = useState(props.extras)
  const latestExtras = useRef(extras)
  latestExtras.current = extras
  const [store] = useState(() =>
    createFormStore(schema, initial, {
      dictionaries: form.dictionaries,
      onChange: (data) => keeper.change(draftOf(data, latestExtras.current)),
      faults: (data) => (doorOf(latestExtras.current) === 'supporter' ? {} : answeredCriteria(data, form)),
    }),
  )
  const doorOf = ({ door }: ApplicationExtras) =>
    door ?? (notice.doors.participant ? ('participant' as const) : ('supporter' as const))
  const door = doorOf(extras)
  const [wanted, setStep] = useStep()
  const [own, setOwn] = useState<FieldFaults>({})
  const [attempt, setAttempt] = useState(0)
  const top = useRef<HTMLDivElement>(null)
  const shownSections = useFormValue(store, () => sectionProgress(schema, store.data()).map(({ code }) => code))
  const shownFaults = useFormValue(store, () => store.faults())

  const summed = isFailure(handIn.error) && Object.keys(handIn.error.fields).length > 0
  const steps = applicationSteps(form, shownSections, door)
  const step = steps.some(({ id }) => id === wanted) ? wanted : 'start'
  const at = steps.findIndex(({ id }) => id === step)
  const section = schema.sections.findIndex(({ code }) => sectionStep(code) === step)

  const stepShown = useRef(step)
  useEffect(() => {
    if (stepShown.current === step) return
    stepShown.current = step
    top.current?.scrollIntoView()
    top.current?.focus({ preventScroll: true })
  }, [step])

  function changeExtras(next: Partial<ApplicationExtras>): void {
    const changed = { ...extras, ...next }
    latestExtras.current = changed
    setExtras(changed)
    setOwn({})
    keeper.change(draftOf(store.data(), changed))
  }

  function go(to: string): void {
    setAttempt(0)
    setStep(to)
  }

  const faultsOf = (id: string): FieldFaults =>
    extrasFaults(form, { ...extras, door })[id] ?? faultsIn(form, id, store.check())

  function goOn(): void {
    const faults = faultsOf(step)
    if (step === 'track' || step === 'consents') setOwn(faults)
    void keeper.flush()
    const next = steps[at + 1]
    if (Object.keys(faults).length > 0) setAttempt((before) => before + 1)
    else if (next) go(next.id)
  }

  /** Opens the first step with a fault and shows its faults. */
  function openStepOf(fields: FieldFaults): void {
    const first = steps.find(({ id }) => Object.keys(fields).some((path) => stepOf(form, path) === id))
    if (!first) return
    store.putFaults(fields)
    setOwn(fields)
    setStep(first.id)
    setAttempt((before) => before + 1)
  }

  function send(): void {
    const wrong = steps.find(({ id }) => id !== 'check' && Object.keys(faultsOf(id)).length > 0)
    if (wrong) {
      setOwn(faultsOf(wrong.id))
      setStep(wrong.id)
      setAttempt((before) => before + 1)
      return
    }
    const invite = keptInvite(competition)
    const application = {
      data: { ...store.data() },
      door,
      ...(extras.track && door === 'participant' ? { track: extras.track } : {}),
      ...(extras.promocode.trim() ? { promocode: extras.promocode.trim() } : {}),
      ...(invite ? { invite } : {}),
      consents: Object.entries(extras.consents).map(([code, version]) => ({ code, version })),
    }
    handIn.mutate(
      { body: application, draft: keeper },
      { onError: (error) => isFailure(error) && openStepOf(error.fields) },
    )
  }

  if (step === 'start') {
    return (
      <>
        <Remarks remarks={stage.remarks} labelOf={(field) => labelAt(schema, field)} />
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

  const faults = Object.entries({ ...shownFaults, ...own }).filter(([path]) => stepOf(form, path) === step)
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
            lines={humanReadable(formOfDoor(schema, door), store.data(), form.dictionaries)}
            sending={handIn.isPending}
            onEdit={() => go(steps[0]?.id ?? '')}
            onSend={send}
          />
        ) : (
          <form
            className={styles.form}
            noValidate
            onSubmit={(event) => {
              event.preventDefault()
              goOn()
            }}
          >
            <Remarks
              remarks={stage.remarks.filter(({ field }) => stepOf(form, field) === step)}
              labelOf={(field) => labelAt(schema, field)}
            />
            {attempt > 0 && (
              <ErrorSummary
                attempt={attempt}
                faults={faults.map(([name, { message }]) => ({ name, label: labelOf(form, name), message }))}
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
              <Button kind="secondary" onClick={() => go(steps[at - 1]?.id ?? '')}>
                Назад
              </Button>
              <DraftStatus state={draftState} />
            </div>
          </form>
        )}
      </div>
    </div>
  )
}
