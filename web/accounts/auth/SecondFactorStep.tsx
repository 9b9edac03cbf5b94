import { useMutation } from '@tanstack/react-query'
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
  const [missing, setMissing] = useState<string | null>(null)
  const field = useRef<HTMLInputElement>(null)
  // The previous form is gone and with it the focus, so the code field takes it.
  useEffect(() => field.current?.focus(), [])

  const confirming = useMutation({
    mutationFn: send,
    onMutate: () => setMissing(null),
    onError: (error) => {
      if (isFailure(error, 'invalid_code')) setCode('')
    },
  })
  function submit(event: FormEvent) {
    event.preventDefault()
    if (code.length < 6) setMissing('Введите шесть цифр кода')
    else confirming.mutate(code)
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
          onComplete={confirming.mutate}
          error={missing ?? (confirming.error && failureText(confirming.error))}
        />
        <Button type="submit" wide pending={confirming.isPending} pendingText="Проверяем…">
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
