import { useEffect, useRef, useState } from 'react'
import type { FieldFaults } from '#shared/api/refusals.ts'
import type { FormSchema } from '#shared/forms/field.ts'
import styles from '#web/auth/Entrance.module.css'
import { api } from '#web/platform/api/portal-api.ts'
import { sectionId } from '#web/platform/forms/FormSections.tsx'
import { createFormStore } from '#web/platform/forms/form-store.ts'
import { showBanner } from '#web/platform/messages/banner.ts'
import { PageHeading } from '#web/platform/navigation/PageHeading.tsx'
import { Heading } from '#web/platform/ui/Heading.tsx'
import { Steps } from '#web/platform/ui/Steps.tsx'
import { CodeStep } from './CodeStep.tsx'
import { ConsentsStep } from './ConsentsStep.tsx'
import { ContactsStep } from './ContactsStep.tsx'
import { givenAgain } from './given-consents.ts'
import { keepGiven, keepRegistration, keepStep, keptGiven, keptStep } from './kept-registration.ts'
import { NeededStep } from './NeededStep.tsx'
import { PasswordStep } from './PasswordStep.tsx'
import type { Notify, RegistrationForm, Resumed } from './queries.ts'
import { SectionStep } from './SectionStep.tsx'
import { type Progress, type Step, sectionOf, stepAgain, stepOf, stepsOf } from './step.ts'
import { TrackStep } from './TrackStep.tsx'

interface RegistrationWizardProps {
  competition: string
  notify: Notify
  form: RegistrationForm
  resumed: Resumed | null
}

/**
 * The steps of a registration. All input is kept here until the end, so that neither a failure nor a step back loses
 * it.
 */
export function RegistrationWizard({ competition, notify, form, resumed }: RegistrationWizardProps) {
  const schema: FormSchema = form.form
  const [progress, setProgress] = useState<Progress | null>(resumed)
  const [given, setGiven] = useState(() => givenAgain(form, resumed && keptGiven(competition)))
  const choosesTrack = form.tracks.length > 1 && given.track === ''
  const [step, setStep] = useState<Step>(() =>
    stepAgain(resumed, keptStep(competition), { sections: schema.sections.length, choosesTrack }),
  )
  const [store] = useState(() => createFormStore(schema, resumed?.answer ?? {}, { dictionaries: form.dictionaries }))
  const [contacts, setContacts] = useState({ email: resumed?.email ?? '', phone: resumed?.phone ?? '' })
  const [door, setDoor] = useState<'participant' | 'supporter'>(
    resumed?.door ?? (notify.doors.participant ? 'participant' : 'supporter'),
  )
  const [found, setFound] = useState<FieldFaults>({})
  const title = useRef<HTMLHeadingElement>(null)
  const steps = stepsOf(schema.sections, form.tracks.length)
  const section = sectionOf(step)
  const lastSection: Step = `section-${schema.sections.length - 1}`

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
    if (Object.keys(found).length === 0) target?.focus({ preventScroll: true })
    window.scrollTo(0, 0)
  }, [step, schema, found])

  function advance(next: Progress) {
    setProgress(next)
    keepRegistration(competition, next.registration_id)
  }
  const goAfter = (next: Progress) => {
    advance(next)
    setStep(stepOf(next, choosesTrack))
  }
  /** Who proves to own both contacts gets back the answers of a registration whose tab was closed. */
  async function goAfterEmail(next: Progress) {
    const body = { registration_id: next.registration_id }
    // Without them the person types them once more; the registration goes on.
    const { answer } = await api('POST /auth/register/progress', { body }).catch(() => ({ answer: {} }))
    if (Object.keys(answer).length > 0) {
      store.replace(answer)
      showBanner('Ответы, которые вы уже дали, на месте', 'success')
    }
    goAfter(next)
  }

  return (
    <>
      <PageHeading title="Регистрация" size={2} />
      {step !== 'needed' && (
        <Steps
          label="Шаги регистрации"
          current={step}
          steps={steps.map(({ id, title: words }) => ({
            id,
            title: words,
            ...(sectionOf(id) !== null && progress?.email_confirmed
              ? {
                  onSelect: () => {
                    setFound({})
                    setStep(id)
                  },
                }
              : {}),
          }))}
        />
      )}
      <div className={styles.form}>
        {step !== 'needed' && section === null && (
          <Heading level={2} size={3} ref={title} tabIndex={-1}>
            {steps.find(({ id }) => id === step)?.title}
          </Heading>
        )}
        {step === 'needed' && (
          <NeededStep
            notify={notify}
            needed={form.needed}
            door={door}
            onDoor={setDoor}
            onNext={() => setStep('contacts')}
          />
        )}
        {step === 'contacts' && (
          <ContactsStep
            competition={competition}
            door={door}
            contacts={contacts}
            onChange={setContacts}
            onDone={goAfter}
          />
        )}
        {step === 'phone' && progress && (
          <CodeStep
            key="phone"
            kind="phone"
            progress={progress}
            onProgress={advance}
            onDone={goAfter}
            onBack={() => setStep('contacts')}
          />
        )}
        {step === 'email' && progress && (
          <CodeStep key="email" kind="email" progress={progress} onProgress={advance} onDone={goAfterEmail} />
        )}
        {section !== null && progress && (
          <SectionStep
            key={section}
            store={store}
            section={section}
            registrationId={progress.registration_id}
            onProgress={advance}
            found={found}
            onSection={(at, faults = {}) => {
              setFound(faults)
              setStep(`section-${at}`)
            }}
            onDone={() => setStep(form.tracks.length > 1 ? 'track' : 'consents')}
          />
        )}
        {step === 'track' && (
          <TrackStep
            tracks={form.tracks}
            value={given.track}
            onChange={(track) => setGiven({ ...given, track })}
            onBack={() => setStep(lastSection)}
            onDone={() => setStep('consents')}
          />
        )}
        {step === 'consents' && (
          <ConsentsStep
            form={form}
            given={given}
            onChange={setGiven}
            onBack={() => setStep(form.tracks.length > 1 ? 'track' : lastSection)}
            onDone={() => setStep('password')}
          />
        )}
        {step === 'password' && progress && (
          <PasswordStep
            competition={competition}
            registrationId={progress.registration_id}
            given={given}
            onBack={() => setStep('consents')}
          />
        )}
      </div>
    </>
  )
}
