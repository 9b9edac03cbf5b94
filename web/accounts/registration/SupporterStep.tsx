import { ConsentFields, consentFaults } from './ConsentsStep.tsx'
import type { GivenConsents } from './given-consents.ts'
import { PasswordStep } from './PasswordStep.tsx'
import type { RegistrationForm } from './queries.ts'

type SupporterStepProps = Omit<Parameters<typeof PasswordStep>[0], 'before'> & {
  form: RegistrationForm
  onGiven: (given: GivenConsents) => void
}

/** The last step of a supporter: the consents together with the password. */
export function SupporterStep({ form, onGiven, ...rest }: SupporterStepProps) {
  const { given } = rest
  return (
    <PasswordStep
      {...rest}
      // A supporter chooses no track.
      given={{ ...given, track: '', promocode: '' }}
      before={{
        faults: () => Object.fromEntries(consentFaults(form, given).map(({ name, message }) => [name, message])),
        fields: (faultOf) => <ConsentFields form={form} given={given} onChange={onGiven} faultOf={faultOf} />,
      }}
    />
  )
}
