import { CodeStep } from './CodeStep.tsx'
import { ConsentsStep } from './ConsentsStep.tsx'
import { ContactsStep } from './ContactsStep.tsx'
import { NeededStep } from './NeededStep.tsx'
import { PasswordStep } from './PasswordStep.tsx'
import { SectionStep } from './SectionStep.tsx'
import { SupporterStep } from './SupporterStep.tsx'
import { type Step, sectionOf, stepOf } from './step.ts'
import { TrackStep } from './TrackStep.tsx'
import type { Registration, RegistrationProps } from './use-registration.ts'

/** The open step of a registration, and the steps that can follow it. */
export function OpenStep({ of, competition, notify, form }: RegistrationProps & { of: Registration }) {
  const { step, progress, door, go } = of
  const lastSection: Step = `section-${of.schema.sections.length - 1}`
  if (step === 'needed') {
    const begun = progress !== null && progress.door === of.chosenDoor
    return (
      <NeededStep
        notify={notify}
        form={form}
        door={of.chosenDoor}
        begun={begun}
        onDoor={of.setDoor}
        onNext={() => go(begun ? stepOf(progress, of.course) : 'contacts')}
      />
    )
  }
  if (step === 'contacts')
    return (
      <ContactsStep
        competition={competition}
        door={of.chosenDoor}
        contacts={of.contacts}
        progress={progress}
        onChange={of.setContacts}
        onDone={of.goAfter}
      />
    )
  if (step === 'track')
    return (
      <TrackStep
        tracks={form.tracks}
        value={of.given.track}
        onChange={(track) => of.setGiven({ ...of.given, track })}
        onBack={() => go(lastSection)}
        onDone={() => go('consents')}
      />
    )
  if (step === 'consents' && door === 'participant')
    return (
      <ConsentsStep
        form={form}
        given={of.given}
        onChange={of.setGiven}
        onBack={() => go(of.choosesTrack ? 'track' : lastSection)}
        onDone={() => go('password')}
      />
    )
  return progress && <StepOfBegun of={of} competition={competition} form={form} progress={progress} />
}

const nothingFound = {}

type StepOfBegunProps = Pick<RegistrationProps, 'competition' | 'form'> & {
  of: Registration
  progress: NonNullable<Registration['progress']>
}

/** The steps of a registration that the server already knows. */
function StepOfBegun({ of, competition, form, progress }: StepOfBegunProps) {
  const { step, door, go } = of
  const section = sectionOf(step)
  const place = { competition, registrationId: progress.registration_id }
  if (step === 'phone' || step === 'email')
    return (
      <CodeStep
        key={step}
        kind={step}
        progress={progress}
        onProgress={of.advance}
        onDone={of.goAfterCode}
        {...(step === 'phone' && { onBack: () => go('contacts') })}
      />
    )
  if (section !== null)
    return (
      <SectionStep
        key={`${door}-${section}`}
        store={of.store}
        section={section}
        registrationId={progress.registration_id}
        onProgress={of.advance}
        found={of.found.at === section ? of.found.faults : nothingFound}
        onSection={of.goToSection}
        onDone={() => go(of.choosesTrack ? 'track' : 'consents')}
      />
    )
  const username = of.contacts.email || of.contacts.phone
  const password = { username, value: of.password, onChange: of.setPassword }
  if (step === 'consents')
    return (
      <SupporterStep
        {...place}
        {...password}
        form={form}
        given={of.given}
        onGiven={of.setGiven}
        onBack={() => go(of.schema.sections.length > 0 ? `section-${of.schema.sections.length - 1}` : 'contacts')}
      />
    )
  if (step === 'password')
    return <PasswordStep {...place} {...password} given={of.given} onBack={() => go('consents')} />
  return null
}
