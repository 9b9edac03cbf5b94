import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { phoneInWords } from '#shared/platform/names/phone-in-words.ts'
import { isEmail } from '#shared/platform/text/is-email.ts'
import styles from '#web/accounts/auth/Entrance.module.css'
import { RepeatCode } from '#web/accounts/auth/RepeatCode.tsx'
import { isFailure } from '#web/platform/api/failure.ts'
import { api } from '#web/platform/api/portal-api.ts'
import { captchaToken } from '#web/platform/captcha/solve-captcha.ts'
import { failureText } from '#web/platform/messages/failure-text.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { CodeField } from '#web/platform/ui/CodeField.tsx'
import { MailWaits } from '#web/platform/ui/MailWaits.tsx'
import { TextField } from '#web/platform/ui/TextField.tsx'
import type { Progress } from './step.ts'

interface CodeStepProps {
  kind: 'phone' | 'email'
  progress: Progress
  onProgress: (progress: Progress) => void
  onDone: (progress: Progress) => void
  onBack?: () => void
}

/** The code from the SMS or the letter. */
export function CodeStep({ kind, progress, onProgress, onDone, onBack }: CodeStepProps) {
  const [code, setCode] = useState('')
  const [missing, setMissing] = useState<string | null>(null)
  const registration_id = progress.registration_id

  const confirming = useMutation({
    mutationFn: (typed: string) => {
      const body = { registration_id, code: typed }
      return kind === 'phone'
        ? api('POST /auth/register/phone_confirm', { body, captcha: captchaToken })
        : api('POST /auth/register/email_confirm', { body })
    },
    onMutate: () => setMissing(null),
    onSuccess: onDone,
    onError: (error) => {
      if (isFailure(error, 'invalid_code')) setCode('')
    },
  })
  async function repeat() {
    const body = { registration_id }
    const next =
      kind === 'phone'
        ? await api('POST /auth/register/sms_repeat', { body, captcha: captchaToken })
        : await api('POST /auth/register/email_code_request', { body, captcha: captchaToken })
    onProgress(next)
    return kind === 'phone' ? next.sms_repeat_after : next.email_repeat_after
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    if (code.length < 6) setMissing('Введите шесть цифр кода')
    else confirming.mutate(code)
  }
  return (
    <>
      <form className={styles.form} onSubmit={submit} noValidate>
        <p>
          {kind === 'phone' ? 'Мы отправили СМС с кодом на номер ' : 'Мы отправили письмо с кодом на адрес '}
          <b>{kind === 'phone' ? phoneInWords(progress.phone) : progress.email}</b>.
          {kind === 'email' && ' Если письма нет, проверьте папку «Спам».'}
        </p>
        <MailWaits channel={kind === 'phone' ? 'sms' : 'email'} />
        <CodeField
          label={kind === 'phone' ? 'Код из СМС' : 'Код из письма'}
          name={`${kind}-code`}
          value={code}
          onChange={setCode}
          onComplete={confirming.mutate}
          error={missing ?? (confirming.error && failureText(confirming.error))}
        />
        <Button type="submit" wide pending={confirming.isPending} pendingText="Проверяем…">
          Подтвердить
        </Button>
        <RepeatCode
          after={kind === 'phone' ? progress.sms_repeat_after : progress.email_repeat_after}
          repeat={repeat}
        />
      </form>
      {onBack && (
        <p>
          <Button kind="quiet" size="s" flush onClick={onBack}>
            Указать другой номер
          </Button>
        </p>
      )}
      {kind === 'email' && <OtherEmail registrationId={registration_id} onProgress={onProgress} />}
    </>
  )
}

/** Corrects a mistyped address without starting again. */
function OtherEmail({
  registrationId,
  onProgress,
}: {
  registrationId: string
  onProgress: (progress: Progress) => void
}) {
  const [open, setOpen] = useState(false)
  const [email, setEmail] = useState('')
  const [missing, setMissing] = useState<string | null>(null)
  const changing = useMutation({
    mutationFn: () => {
      const body = { registration_id: registrationId, email: email.trim() }
      return api('POST /auth/register/email_change', { body, captcha: captchaToken })
    },
    onSuccess: (next) => {
      onProgress(next)
      setOpen(false)
    },
  })
  function submit(event: FormEvent) {
    event.preventDefault()
    const wrong = isEmail(email.trim()) ? null : 'Введите адрес почты, например name@example.ru'
    setMissing(wrong)
    if (!wrong) changing.mutate()
  }
  if (!open) {
    return (
      <p>
        <Button kind="quiet" size="s" flush onClick={() => setOpen(true)}>
          Исправить адрес
        </Button>
      </p>
    )
  }
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <TextField
        label="Другой адрес почты"
        name="other-email"
        type="email"
        inputMode="email"
        autoComplete="email"
        value={email}
        onChange={setEmail}
        error={missing ?? (changing.error && failureText(changing.error))}
      />
      <p>
        <Button type="submit" kind="secondary" pending={changing.isPending}>
          Отправить код на этот адрес
        </Button>
      </p>
    </form>
  )
}
