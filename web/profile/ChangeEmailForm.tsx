import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { isFailure } from '#web/platform/api/failure.ts'
import { api } from '#web/platform/api/portal-api.ts'
import { failureText } from '#web/platform/messages/failure-text.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import { PasswordField } from '#web/platform/ui/PasswordField.tsx'
import { TextField } from '#web/platform/ui/TextField.tsx'
import styles from './Profile.module.css'

/** Another address: the code goes to the new one, and the old one is told. */
export function ChangeEmailForm({ onDone }: { onDone: () => void }) {
  const queryClient = useQueryClient()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [sent, setSent] = useState(false)
  const [faults, setFaults] = useState<{ email?: string; password?: string; code?: string }>({})
  const [failure, setFailure] = useState<unknown>(null)
  const [pending, setPending] = useState(false)

  async function submit(event: FormEvent) {
    event.preventDefault()
    const missing = sent
      ? code.trim() === '' && { code: 'Введите код из письма' }
      : {
          ...(email.trim() === '' && { email: 'Введите адрес почты' }),
          ...(password === '' && { password: 'Введите пароль' }),
        }
    setFaults(missing || {})
    setFailure(null)
    if (missing && Object.keys(missing).length > 0) return
    setPending(true)
    try {
      if (sent) {
        await api('POST /user/email-verify', { body: { code: code.trim() } })
        await queryClient.invalidateQueries({ queryKey: ['profile'] })
        onDone()
      } else {
        await api('POST /auth/user/email', { body: { email: email.trim(), password } })
        setSent(true)
        setPassword('')
      }
    } catch (error) {
      if (isFailure(error, 'wrong_credentials')) setFaults({ password: 'Неверный пароль' })
      else if (isFailure(error, 'email_incorrect', 'email_exists')) setFaults({ email: failureText(error) })
      else if (isFailure(error, 'invalid_code', 'email_code_expired')) setFaults({ code: failureText(error) })
      else setFailure(error)
    } finally {
      setPending(false)
    }
  }
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      {failure !== null && (
        <Notice tone="danger" role="alert">
          {failureText(failure)}
        </Notice>
      )}
      {sent ? (
        <>
          <Notice tone="info" role="status">
            Мы отправили код на {email.trim()}. Адрес сменится, когда вы его подтвердите.
          </Notice>
          <TextField
            label="Код из письма"
            name="code"
            autoComplete="one-time-code"
            value={code}
            onChange={setCode}
            error={faults.code}
          />
        </>
      ) : (
        <>
          <TextField
            label="Новый адрес"
            name="email"
            type="email"
            inputMode="email"
            autoComplete="email"
            value={email}
            onChange={setEmail}
            error={faults.email}
          />
          <PasswordField
            label="Пароль"
            hint="Подтвердите, что это вы"
            name="password"
            autoComplete="current-password"
            value={password}
            onChange={setPassword}
            error={faults.password}
          />
        </>
      )}
      <p className={styles.buttons}>
        <Button type="submit" pending={pending}>
          {sent ? 'Подтвердить' : 'Получить код'}
        </Button>
        <Button kind="quiet" onClick={onDone}>
          Отмена
        </Button>
      </p>
    </form>
  )
}
