import { useRef, useState } from 'react'
import { lockedQuestions, withLocked } from '#shared/accounts/registration/locked-questions.ts'
import type { AnswerData } from '#shared/forms/fields/field.ts'
import type { FieldFaults } from '#shared/platform/api/refusals.ts'
import { answeredCriteria } from '#web/accounts/registration/answered-criteria.ts'
import { keptInvite } from '#web/accounts/registration/kept-invite.ts'
import type { DraftKeeper, DraftState } from '#web/forms/drafts/draft-keeper.ts'
import { createFormStore } from '#web/forms/fields/form-store.ts'
import { sectionProgress } from '#web/forms/fields/section-progress.ts'
import { useFormValue } from '#web/forms/fields/use-form.ts'
import { isFailure } from '#web/platform/api/failure.ts'
import { serverNow } from '#web/platform/api/server-clock.ts'
import { useStep } from '#web/platform/navigation/use-step.ts'
import type { ApplicationEditorProps } from './ApplicationEditor.tsx'
import { type ApplicationExtras, draftOf } from './application-draft.ts'
import { applicationSteps, extrasFaults, faultsIn, sectionStep, stepOf } from './application-steps.ts'

export type ApplicationStepsProps = ApplicationEditorProps & {
  keeper: DraftKeeper
  draftState: DraftState
  begun: boolean
  initial: AnswerData
  extras: ApplicationExtras
}

/** An application under way: the open step, what was typed, what is wrong with it, and handing it in. */
export function useApplication(props: ApplicationStepsProps) {
  const { competition, stage, form, notice, keeper, initial, handIn } = props
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
  const shownSections = useFormValue(store, () => sectionProgress(schema, store.data()).map(({ code }) => code))
  const shownFaults = useFormValue(store, () => store.faults())

  const steps = applicationSteps(form, shownSections, door)
  const step = steps.some(({ id }) => id === wanted) ? wanted : 'start'
  const at = steps.findIndex(({ id }) => id === step)
  const section = schema.sections.findIndex(({ code }) => sectionStep(code) === step)

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

  return {
    store,
    /** Questions of a returned application that may not be changed. */
    locked,
    extras,
    door,
    steps,
    step,
    /** The form's section of this step; -1 where it has none. */
    section,
    /** What is wrong besides the form. */
    own,
    faults: Object.entries({ ...shownFaults, ...own }).filter(([path]) => stepOf(form, path) === step),
    attempt,
    changeExtras,
    go,
    goBack: () => go(steps[at - 1]?.id ?? ''),
    goOn,
    send,
  }
}

export type OpenApplication = ReturnType<typeof useApplication>
