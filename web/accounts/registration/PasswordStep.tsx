import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import styles from '#web/accounts/auth/Entrance.module.css'
import { enter } from '#web/accounts/auth/enter.ts'
import { KnownUsername } from '#web/accounts/auth/KnownUsername.tsx'
import { type NewPassword, NewPasswordFields, newPasswordFaults } from '#web/accounts/auth/NewPasswordFields.tsx'
import { useCheckedForm } from '#web/forms/fields/use-checked-form.ts'
import { api } from '#web/platform/api/portal-api.ts'
import { showBanner } from '#web/platform/messages/banner.ts'
import { goal } from '#web/platform/navigation/counters.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { FailureNotice } from '#web/platform/ui/FailureNotice.tsx'
import type { GivenConsents } from './given-consents.ts'
import { keepRegistration } from './kept-registration.ts'

interface PasswordStepProps {
  competition: string
  registrationId: string
  /** What the person will log in with. */
  username: string
  given: GivenConsents
  value: NewPassword
  onChange: (value: NewPassword) => void
  /** What is asked together with the password: its fields with their faults. */
  before?: {
    faults: () => Record<string, string>
    fields: (faultOf: (name: string) => string | undefined) => ReactNode
  }
  onBack: () => void
}

/** The last step: the password creates the account. */
export function PasswordStep({
  competition,
  registrationId,
  username,
  given,
  value,
  onChange,
  before,
  onBack,
}: PasswordStepProps) {
  const navigate = useNavigate()
  const { form, faults, failure, pending, submit } = useCheckedForm<string>({
    check: () => ({ ...before?.faults(), ...newPasswordFaults(value) }),
    send: async () => {
      const { access_token } = await api('POST /auth/register/complete', {
        body: {
          registration_id: registrationId,
          password: value.password,
          password_confirmation: value.confirmation,
          consents: Object.entries(given.consents).map(([code, version]) => ({ code, version })),
          ...(given.track ? { track: given.track } : {}),
          ...(given.promocode.trim() ? { promocode: given.promocode.trim() } : {}),
        },
      })
      goal.dispatchEvent(new Event('reached'))
      keepRegistration(competition, null)
      const place = await enter(access_token, competition, given.track)
      showBanner('Вы зарегистрированы. Добро пожаловать!', 'success')
      await navigate({ to: place, replace: true })
    },
  })
  return (
    <form ref={form} className={styles.form} onSubmit={submit} noValidate>
      <FailureNotice error={failure} />
      <KnownUsername value={username} />
      {before?.fields((name) => faults[name])}
      <NewPasswordFields value={value} onChange={onChange} faults={faults} />
      <p className={styles.buttons}>
        <Button type="submit" pending={pending} pendingText="Завершаем…">
          Завершить регистрацию
        </Button>
        <Button kind="quiet" onClick={onBack}>
          Назад
        </Button>
      </p>
    </form>
  )
}
