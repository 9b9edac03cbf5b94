import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { Answer } from '#web/platform/api/client.ts'
import { isFailure } from '#web/platform/api/failure.ts'
import { failureText } from '#web/platform/messages/failure-text.ts'
import { PageHeading } from '#web/platform/navigation/PageHeading.tsx'
import { Button } from '#web/platform/ui/Button.tsx'
import { CodeField } from '#web/platform/ui/CodeField.tsx'
import styles from './Entrance.module.css'
import { RepeatCode } from './RepeatCode.tsx'

export type Marker = Extract<Answer<'POST /auth/login'>, { login_marker: string }>

interface SecondFactorStepProps {
  marker: Marker
  send: (code: string) => Promise<void>
  repeat: () => Promise<number>
  onBack: () => void
}

/** The code of the second factor, from an SMS or an app. */
export function SecondFactorStep({ marker, send, repeat, onBack }: SecondFactorStepProps) {
  const [code, setCode] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [pending, setPending] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  // The previous form is gone and with it the focus, so the code field takes it.
  useEffect(() => field.current?.focus(), [])

  async function confirm(typed: string) {
    setPending(true)
    setError(null)
    try {
      await send(typed)
    } catch (failure) {
      setError(failureText(failure))
      if (isFailure(failure, 'invalid_code')) setCode('')
    } finally {
      setPending(false)
    }
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    if (code.length < 6) setError('Введите шесть цифр кода')
    else void confirm(code)
  }
  return (
    <>
      <PageHeading title="Подтвердите вход" size={2} />
      <form className={styles.form} onSubmit={submit} noValidate>
        <p>
          {marker.method === 'sms'
            ? `Мы отправили СМС с кодом на номер ${marker.sent_to}.`
            : 'Откройте приложение с кодами и введите код для этого портала.'}
        </p>
        <CodeField
          ref={field}
          label="Код"
          name="sms_code"
          value={code}
          onChange={setCode}
          onComplete={confirm}
          error={error}
        />
        <Button type="submit" wide pending={pending} pendingText="Проверяем…">
          Подтвердить
        </Button>
        {marker.method === 'sms' && <RepeatCode after={marker.repeat_after} repeat={repeat} />}
        <p>
          <Button kind="quiet" size="s" flush onClick={onBack}>
            Войти по-другому
          </Button>
        </p>
      </form>
    </>
  )
}
