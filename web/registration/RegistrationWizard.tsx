import { useEffect, useRef, useState } from 'react'
import type { FieldFaults } from '#shared/api/refusals.ts'
import type { FormSchema } from '#shared/forms/field.ts'
import { type Door, formOfVisitor } from '#shared/registration/form-of-door.ts'
import styles from '#web/auth/Entrance.module.css'
import { api } from '#web/platform/api/portal-api.ts'
import { sectionId } from '#web/platform/forms/FormSections.tsx'
import { createFormStore, type FormStore } from '#web/platform/forms/form-store.ts'
import { showBanner } from '#web/platform/messages/banner.ts'
import { PageHeading } from '#web/platform/navigation/PageHeading.tsx'
import { useStep } from '#web/platform/navigation/use-step.ts'
import { Heading } from '#web/platform/ui/Heading.tsx'
import { Steps } from '#web/platform/ui/Steps.tsx'
import { answeredCriteria } from './answered-criteria.ts'
import { CodeStep } from './CodeStep.tsx'
import { ConsentsStep, consentFaults } from './ConsentsStep.tsx'
import { ContactsStep } from './ContactsStep.tsx'
import { givenAgain } from './given-consents.ts'
import { keepGiven, keepRegistration, keepStep, keptGiven, keptStep } from './kept-registration.ts'
import { NeededStep } from './NeededStep.tsx'
import { PasswordStep } from './PasswordStep.tsx'
import type { Notify, RegistrationForm, Resumed } from './queries.ts'
import { SectionStep } from './SectionStep.tsx'
import { SupporterStep } from './SupporterStep.tsx'
import { type Course, listedStep, type Progress, type Step, sectionOf, stepAt, stepOf, stepsOf } from './step.ts'
import { TrackStep } from './TrackStep.tsx'

interface RegistrationWizardProps {
  competition: string
  notify: Notify
  form: RegistrationForm
  resumed: Resumed | null
}

const noFaults = { at: -1, faults: {} as FieldFaults }

/**
 * The steps of a registration. All input is kept here until the end, so that neither a failure nor a step back loses
 * it.
 */
export function RegistrationWizard({ competition, notify, form, resumed }: RegistrationWizardProps) {
  const [wanted, go] = useStep()
  const [progress, setProgress] = useState<Progress | null>(resumed)
  const [chosenDoor, setDoor] = useState<Door>(
    resumed?.door ?? (notify.doors.participant ? 'participant' : 'supporter'),
  )
  /** A registration that was begun in this tab goes on where it was, unless the address names a step. */
  const [resuming] = useState(() => (wanted === '' && resumed ? (keptStep(competition) ?? 'resumed') : null))
  const [given, setGiven] = useState(() => givenAgain(form, resumed && keptGiven(competition)))
  const [password, setPassword] = useState({ password: '', confirmation: '' })
  const [contacts, setContacts] = useState({ email: resumed?.email ?? '', phone: resumed?.phone ?? '' })
  const [found, setFound] = useState(noFaults)
  const atStart = wanted === 'contacts' || (wanted === '' && !resuming)
  const door = progress && !atStart ? progress.door : chosenDoor
  const schema = formOfVisitor(form.form as FormSchema, door)
  const stores = useRef<Partial<Record<Door, FormStore>>>({})
  stores.current[door] ??= createFormStore(schema, resumed?.answer ?? {}, {
    dictionaries: form.dictionaries,
    faults: (data) => (door === 'supporter' ? {} : answeredCriteria(data, form)),
  })
  const store = stores.current[door]
  const choosesTrack = door === 'participant' && form.tracks.length > 1
  const course: Course = {
    sections: schema.sections.length,
    choosesTrack: choosesTrack && given.track === '',
    consented: consentFaults(form, given).length === 0,
  }
  const [moved, setMoved] = useState(false)
  const step = stepAt(wanted || (resuming && !moved ? resuming : 'needed'), progress, course)
  const title = useRef<HTMLHeadingElement>(null)
  const steps = stepsOf(schema.sections, form.tracks.length, door)
  const section = sectionOf(step)
  const lastSection: Step = `section-${schema.sections.length - 1}`

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page opens
  useEffect(() => {
    if (resuming) go(step, { replace: true })
  }, [])
  useEffect(() => {
    if (wanted !== '') setMoved(true)
  }, [wanted])
  useEffect(() => keepStep(competition, step), [competition, step])
  useEffect(() => keepGiven(competition, given), [competition, given])

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

  function advance(next: Progress) {
    setProgress(next)
    setContacts({ email: next.email, phone: next.phone })
    keepRegistration(competition, next.registration_id)
  }
  /** Nobody comes back to a code that was typed. */
  const goAfter = (next: Progress, { code = false } = {}) => {
    advance(next)
    go(stepOf(next, course), { replace: code })
  }
  /** Who proves to own the contacts gets back the answers of a registration whose tab was closed. */
  async function goAfterCode(next: Progress) {
    if (next.email_confirmed) {
      const body = { registration_id: next.registration_id }
      // Without them the person types them once more; the registration goes on.
      const { answer } = await api('POST /auth/register/progress', { body }).catch(() => ({ answer: {} }))
      if (Object.keys(answer).length > 0) {
        store.replace(answer)
        showBanner('Ответы, которые вы уже дали, на месте', 'success')
      }
    }
    goAfter(next, { code: true })
  }

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
        {step === 'needed' && (
          <NeededStep
            notify={notify}
            form={form}
            door={chosenDoor}
            begun={progress !== null && progress.door === chosenDoor}
            onDoor={setDoor}
            onNext={() => go(progress && progress.door === chosenDoor ? stepOf(progress, course) : 'contacts')}
          />
        )}
        {step === 'contacts' && (
          <ContactsStep
            competition={competition}
            door={chosenDoor}
            contacts={contacts}
            progress={progress}
            onChange={setContacts}
            onDone={goAfter}
          />
        )}
        {(step === 'phone' || step === 'email') && progress && (
          <CodeStep
            key={step}
            kind={step}
            progress={progress}
            onProgress={advance}
            onDone={goAfterCode}
            {...(step === 'phone' && { onBack: () => go('contacts') })}
          />
        )}
        {section !== null && progress && (
          <SectionStep
            key={`${door}-${section}`}
            store={store}
            section={section}
            registrationId={progress.registration_id}
            onProgress={advance}
            found={found.at === section ? found.faults : noFaults.faults}
            onSection={(at, faults) => {
              setFound(faults ? { at, faults } : noFaults)
              go(`section-${at}`)
            }}
            onDone={() => go(choosesTrack ? 'track' : 'consents')}
          />
        )}
        {step === 'track' && (
          <TrackStep
            tracks={form.tracks}
            value={given.track}
            onChange={(track) => setGiven({ ...given, track })}
            onBack={() => go(lastSection)}
            onDone={() => go('consents')}
          />
        )}
        {step === 'consents' && door === 'participant' && (
          <ConsentsStep
            form={form}
            given={given}
            onChange={setGiven}
            onBack={() => go(choosesTrack ? 'track' : lastSection)}
            onDone={() => go('password')}
          />
        )}
        {step === 'consents' && door === 'supporter' && progress && (
          <SupporterStep
            competition={competition}
            registrationId={progress.registration_id}
            form={form}
            given={given}
            onGiven={setGiven}
            value={password}
            onChange={setPassword}
            onBack={() => go(schema.sections.length > 0 ? lastSection : 'contacts')}
          />
        )}
        {step === 'password' && progress && (
          <PasswordStep
            competition={competition}
            registrationId={progress.registration_id}
            given={given}
            value={password}
            onChange={setPassword}
            onBack={() => go('consents')}
          />
        )}
      </div>
    </>
  )
}

const codeTitles: Partial<Record<Step, string>> = { phone: 'Код из СМС', email: 'Код из письма' }
