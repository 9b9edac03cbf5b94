import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { isPhone } from '#shared/forms/fields/rules.ts'
import { isEmail } from '#shared/platform/text/is-email.ts'
import styles from '#web/accounts/auth/Entrance.module.css'
import { isFailure } from '#web/platform/api/failure.ts'
import { api } from '#web/platform/api/portal-api.ts'
import { captchaToken } from '#web/platform/captcha/solve-captcha.ts'
import { failureText } from '#web/platform/messages/failure-text.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { ErrorSummary } from '#web/platform/ui/ErrorSummary.tsx'
import { FailureNotice } from '#web/platform/ui/FailureNotice.tsx'
import { PhoneField } from '#web/platform/ui/PhoneField.tsx'
import { TextField } from '#web/platform/ui/TextField.tsx'
import { keptEntryCode } from './kept-entry-code.ts'
import { keptInvite } from './kept-invite.ts'
import type { Progress } from './step.ts'

export interface Contacts {
  email: string
  phone: string
}

interface ContactsStepProps {
  competition: string
  door: 'participant' | 'supporter'
  contacts: Contacts
  /** The registration that these contacts belong to already. */
  progress: Progress | null
  onChange: (contacts: Contacts) => void
  onDone: (progress: Progress) => void
}

/** Faults of the contacts found before the server is called. */
function contactFaults({ email, phone }: Contacts): Partial<Contacts> {
  return {
    ...(!isEmail(email.trim()) && { email: 'Введите адрес почты, например name@example.ru' }),
    ...(!isPhone(phone) && { phone: 'Введите номер мобильного телефона' }),
  }
}

/** Contacts that were not changed need no new code. */
const isOf = (progress: Progress, door: Progress['door'], { email, phone }: Contacts) =>
  progress.door === door && progress.email === email.trim().toLowerCase() && progress.phone === phone

/** The contact that was refused; null when the failure is of another kind. */
function refusedContact(error: unknown): Partial<Contacts> | null {
  if (isFailure(error, 'email_exists', 'email_incorrect', 'entry_code_of_other')) return { email: failureText(error) }
  return isFailure(error) && error.code.startsWith('phone_') ? { phone: failureText(error) } : null
}

/** E-mail and phone; the phone gets an SMS with a code. */
export function ContactsStep({ competition, door, contacts, progress, onChange, onDone }: ContactsStepProps) {
  const [missing, setMissing] = useState<Partial<Contacts>>({})
  const [attempt, setAttempt] = useState(0)
  const preparing = useMutation({
    mutationFn: () => {
      const [invite, entry_code] = [keptInvite(competition), keptEntryCode(competition)]
      const body = {
        competition_code: competition,
        door,
        email: contacts.email.trim(),
        phone: contacts.phone,
        ...(invite ? { invite } : {}),
        ...(entry_code ? { entry_code } : {}),
      }
      return api('POST /auth/register/prepare', { body, captcha: captchaToken })
    },
    onSuccess: onDone,
  })
  const refused = refusedContact(preparing.error)
  const left = contactFaults(contacts)
  // A fault disappears once its field is right.
  const stillWrong = Object.entries(missing).filter(([name]) => name in left)
  const faults: Partial<Contacts> = refused ?? Object.fromEntries(stillWrong)
  function change(changed: Contacts) {
    if (refused) preparing.reset()
    onChange(changed)
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    const found = contactFaults(contacts)
    setMissing(found)
    setAttempt(attempt + 1)
    if (Object.keys(found).length > 0) preparing.reset()
    else if (progress && isOf(progress, door, contacts)) onDone(progress)
    else preparing.mutate()
  }
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <ErrorSummary
        attempt={attempt}
        faults={Object.entries(faults).map(([name, message]) => ({ name, message: message ?? '' }))}
      />
      <FailureNotice error={!refused && preparing.error} />
      <TextField
        label="Электронная почта"
        name="email"
        type="email"
        inputMode="email"
        autoComplete="email"
        spellCheck={false}
        value={contacts.email}
        onChange={(email) => change({ ...contacts, email })}
        error={faults.email}
      />
      <PhoneField
        label="Мобильный телефон"
        hint="На него придёт СМС с кодом"
        name="phone"
        value={contacts.phone}
        onChange={(phone) => change({ ...contacts, phone })}
        error={faults.phone}
      />
      <Button type="submit" wide pending={preparing.isPending} pendingText="Отправляем код…">
        {progress && isOf(progress, door, contacts) ? 'Дальше' : 'Получить код'}
      </Button>
    </form>
  )
}
