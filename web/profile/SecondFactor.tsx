import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { isFailure } from '#web/platform/api/failure.ts'
import { api } from '#web/platform/api/portal-api.ts'
import { failureText } from '#web/platform/messages/failure-text.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { CodeField } from '#web/platform/ui/CodeField.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import { Panel } from '#web/platform/ui/Panel.tsx'
import { PasswordField } from '#web/platform/ui/PasswordField.tsx'
import { RadioGroup } from '#web/platform/ui/RadioGroup.tsx'
import { StatusBadge } from '#web/platform/ui/StatusBadge.tsx'
import styles from './Profile.module.css'

type Method = 'none' | 'sms' | 'totp'

const words: Record<Method, string> = {
  none: 'Сейчас для входа достаточно пароля.',
  sms: 'При входе мы присылаем код в СМС.',
  totp: 'При входе нужен код из приложения.',
}

/** The second step of the login: off, by SMS, or by an application. */
export function SecondFactor({ method }: { method: Method }) {
  const [open, setOpen] = useState(false)
  return (
    <Panel
      title="Второй шаг при входе"
      actions={
        method === 'none' ? (
          <StatusBadge look="neutral">Выключен</StatusBadge>
        ) : (
          <StatusBadge look="done">Включён</StatusBadge>
        )
      }
    >
      <div className={styles.form}>
        <p>{words[method]}</p>
        {open ? (
          method === 'none' ? (
            <EnableForm onDone={() => setOpen(false)} />
          ) : (
            <DisableForm onDone={() => setOpen(false)} />
          )
        ) : (
          <p>
            <Button kind="secondary" onClick={() => setOpen(true)}>
              {method === 'none' ? 'Включить' : 'Выключить'}
            </Button>
          </p>
        )}
      </div>
    </Panel>
  )
}

/** A change that the password confirms; tells what went wrong beside the password. */
function usePasswordChange(change: (password: string) => Promise<boolean>, onDone: () => void) {
  const queryClient = useQueryClient()
  const [password, setPassword] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [pending, setPending] = useState(false)
  async function submit(event: FormEvent) {
    event.preventDefault()
    if (password === '') {
      setError('Введите пароль')
      return
    }
    setPending(true)
    setError(null)
    try {
      if (await change(password)) {
        await queryClient.invalidateQueries({ queryKey: ['profile'] })
        onDone()
      }
    } catch (failure) {
      setError(isFailure(failure, 'wrong_credentials') ? 'Неверный пароль' : failureText(failure))
    } finally {
      setPending(false)
    }
  }
  const field = (
    <PasswordField
      label="Пароль"
      hint="Подтвердите, что это вы"
      name="second-factor-password"
      autoComplete="current-password"
      value={password}
      onChange={setPassword}
      error={error}
    />
  )
  return { submit, field, pending }
}

function EnableForm({ onDone }: { onDone: () => void }) {
  const [method, setMethod] = useState<'sms' | 'totp'>('totp')
  const [secret, setSecret] = useState<{ secret: string; otpauth_url: string } | null>(null)
  const [code, setCode] = useState('')
  const { submit, field, pending } = usePasswordChange(async (password) => {
    if (method === 'totp' && !secret) {
      setSecret(await api('POST /auth/second-factor/prepare', { body: { password } }))
      return false
    }
    await api('POST /auth/second-factor/enable', { body: { method, password, ...(method === 'totp' && { code }) } })
    return true
  }, onDone)
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <RadioGroup
        label="Откуда брать код"
        name="second-factor-method"
        value={method}
        onChange={(value) => setMethod(value === 'sms' ? 'sms' : 'totp')}
        options={[
          { value: 'totp', label: 'Из приложения', hint: 'Работает без связи и надёжнее' },
          { value: 'sms', label: 'Из СМС', hint: 'Придёт на ваш телефон' },
        ]}
      />
      {field}
      {method === 'totp' && secret && (
        <>
          <Notice tone="info" role="status" title="Добавьте ключ в приложение">
            <p className={styles.secret}>{secret.secret}</p>
            <p>
              На телефоне можно <a href={secret.otpauth_url}>открыть приложение сразу</a>.
            </p>
          </Notice>
          <CodeField label="Код из приложения" name="totp-code" value={code} onChange={setCode} />
        </>
      )}
      <p className={styles.buttons}>
        <Button type="submit" pending={pending}>
          {method === 'totp' && !secret ? 'Получить ключ' : 'Включить'}
        </Button>
        <Button kind="quiet" onClick={onDone}>
          Отмена
        </Button>
      </p>
    </form>
  )
}

function DisableForm({ onDone }: { onDone: () => void }) {
  const { submit, field, pending } = usePasswordChange(async (password) => {
    await api('POST /auth/second-factor/disable', { body: { password } })
    return true
  }, onDone)
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      {field}
      <p className={styles.buttons}>
        <Button type="submit" kind="danger" pending={pending}>
          Выключить
        </Button>
        <Button kind="quiet" onClick={onDone}>
          Отмена
        </Button>
      </p>
    </form>
  )
}
