import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { Answer } from '#web/platform/api/client.ts'
import { isFailure } from '#web/platform/api/failure.ts'
import { failureText } from '#web/platform/messages/failure-text.ts'
import { PageHeading } from '#web/platform/navigation/PageHeading.tsx'
import { Button } from '#web/platform/ui/Button.tsx'
import { CodeField } from '#web/platform/ui/CodeField.tsx'
import { MailWaits } from '#web/platform/ui/MailWaits.tsx'
import { TextField } from '#web/platform/ui/TextField.tsx'
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
  /** The phone is not at hand: the code is one of those that were kept for this. */
  const [lost, setLost] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  // The previous form is gone and with it the focus, so the code field takes it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another field takes its place
  useEffect(() => field.current?.focus(), [lost])

  const confirming = useMutation({
    mutationFn: send,
    onMutate: () => setMissing(null),
    onError: (error) => {
      if (isFailure(error, 'invalid_code')) setCode('')
    },
  })
  function submit(event: FormEvent) {
    event.preventDefault()
    if (lost && code.trim().length < 10) setMissing('Введите код целиком: в нём десять букв и цифр')
    else if (code.length < 6) setMissing('Введите шесть цифр кода')
    else confirming.mutate(code)
  }
  function turn() {
    setLost(!lost)
    setCode('')
    setMissing(null)
    confirming.reset()
  }
  const fault = missing ?? (confirming.error && failureText(confirming.error))
  return (
    <>
      <PageHeading title="Подтвердите вход" size={2} />
      <form className={styles.form} onSubmit={submit} noValidate>
        <p>
          {lost
            ? 'Введите один из десяти кодов, которые портал показал, когда вы включали второй фактор.'
            : marker.method === 'sms'
              ? `Мы отправили СМС с кодом на номер ${marker.sent_to}.`
              : 'Откройте приложение с кодами и введите код для этого портала.'}
        </p>
        {!lost && marker.method === 'sms' && <MailWaits channel="sms" />}
        {lost ? (
          <TextField
            ref={field}
            label="Код восстановления"
            hint="Например abcde-fghjk"
            name="recovery_code"
            autoComplete="off"
            spellCheck={false}
            value={code}
            onChange={setCode}
            error={fault}
          />
        ) : (
          <CodeField
            ref={field}
            label="Код"
            name="sms_code"
            value={code}
            onChange={setCode}
            onComplete={confirming.mutate}
            error={fault}
          />
        )}
        <Button type="submit" wide pending={confirming.isPending} pendingText="Проверяем…">
          Подтвердить
        </Button>
        {marker.method === 'sms' && !lost && <RepeatCode after={marker.repeat_after} repeat={repeat} />}
        <p>
          <Button kind="quiet" size="s" flush onClick={turn}>
            {lost ? 'Ввести обычный код' : 'Телефона нет под рукой'}
          </Button>
        </p>
        <p>
          <Button kind="quiet" size="s" flush onClick={onBack}>
            Войти по-другому
          </Button>
        </p>
      </form>
    </>
  )
}
