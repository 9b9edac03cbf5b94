import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { api } from '#web/platform/api/portal-api.ts'
import { captchaToken } from '#web/platform/captcha/solve-captcha.ts'
import { showBanner } from '#web/platform/messages/banner.ts'
import { failureText } from '#web/platform/messages/failure-text.ts'
import { PageHeading } from '#web/platform/navigation/PageHeading.tsx'
import { PortalLink } from '#web/platform/navigation/PortalLink.tsx'
import { Button } from '#web/platform/ui/Button.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import { TextField } from '#web/platform/ui/TextField.tsx'
import styles from './Entrance.module.css'
import { EntranceFrame } from './EntranceFrame.tsx'
import { NewPasswordFields, newPasswordFaults } from './NewPasswordFields.tsx'
import { RepeatCode } from './RepeatCode.tsx'

/** Password recovery: a letter with a code and a link, then the new password. */
export function ForgotPage() {
  const { competition = '' } = useParams({ strict: false }) as { competition?: string }
  const { code } = useSearch({ strict: false }) as { code?: string | number }
  const [sent, setSent] = useState<{ username: string; repeatAfter: number } | null>(null)
  const ask = async (username: string) => {
    const body = { username, competition_code: competition }
    const answer = await api('POST /auth/login/restore', { body, captcha: captchaToken })
    setSent({ username, repeatAfter: answer.repeat_after })
    return answer.repeat_after
  }
  return (
    <EntranceFrame>
      {code !== undefined || sent ? (
        <NewPasswordStep competition={competition} code={code === undefined ? '' : String(code)}>
          {sent && (
            <>
              <Notice tone="info">
                Если учётная запись {sent.username} есть, мы отправили на неё код и ссылку. Проверьте и папку «Спам».
              </Notice>
              <RepeatCode after={sent.repeatAfter} repeat={() => ask(sent.username)} />
            </>
          )}
        </NewPasswordStep>
      ) : (
        <AskStep ask={ask} />
      )}
      <p className={styles.links}>
        <PortalLink to={`/${competition}/login`}>Вернуться ко входу</PortalLink>
      </p>
    </EntranceFrame>
  )
}

function AskStep({ ask }: { ask: (username: string) => Promise<number> }) {
  const [username, setUsername] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [pending, setPending] = useState(false)
  async function submit(event: FormEvent) {
    event.preventDefault()
    if (username.trim() === '') return setError('Введите почту или телефон')
    setPending(true)
    setError(null)
    try {
      await ask(username.trim())
    } catch (failure) {
      setError(failureText(failure))
      setPending(false)
    }
  }
  return (
    <>
      <PageHeading title="Восстановление пароля" size={2} />
      <form className={styles.form} method="post" onSubmit={submit} noValidate>
        <TextField
          label="Электронная почта или телефон"
          hint="Те, с которыми вы регистрировались"
          name="username"
          autoComplete="username"
          spellCheck={false}
          value={username}
          onChange={setUsername}
          error={error}
        />
        <Button type="submit" wide pending={pending} pendingText="Отправляем…">
          Получить код
        </Button>
      </form>
    </>
  )
}

interface NewPasswordStepProps {
  competition: string
  /** From the link in the letter; empty when the code is typed. */
  code: string
  children: React.ReactNode
}

function NewPasswordStep({ competition, code: fromLink, children }: NewPasswordStepProps) {
  const navigate = useNavigate()
  const [code, setCode] = useState(fromLink)
  const [value, setValue] = useState({ password: '', confirmation: '' })
  const [faults, setFaults] = useState<{ code?: string; password?: string; confirmation?: string }>({})
  const [failure, setFailure] = useState<unknown>(null)
  const [pending, setPending] = useState(false)
  async function submit(event: FormEvent) {
    event.preventDefault()
    const found = { ...newPasswordFaults(value), ...(code.trim() === '' ? { code: 'Введите код из письма' } : {}) }
    setFaults(found)
    setFailure(null)
    if (Object.keys(found).length > 0) return
    setPending(true)
    try {
      const body = { code: code.trim(), password: value.password, password_confirmation: value.confirmation }
      await api('POST /auth/password/create', { body })
      showBanner('Пароль изменён. Войдите с новым паролем', 'success')
      await navigate({ to: `/${competition}/login` as string, search: {} as never })
    } catch (error) {
      setFailure(error)
      setPending(false)
    }
  }
  return (
    <>
      <PageHeading title="Новый пароль" size={2} />
      <form className={styles.form} method="post" onSubmit={submit} noValidate>
        {children}
        {failure !== null && (
          <Notice tone="danger" role="alert">
            {failureText(failure)}
          </Notice>
        )}
        {fromLink === '' && (
          <TextField
            label="Код из письма или СМС"
            name="code"
            autoComplete="one-time-code"
            value={code}
            onChange={setCode}
            error={faults.code}
          />
        )}
        <NewPasswordFields value={value} onChange={setValue} faults={faults} />
        <Button type="submit" wide pending={pending} pendingText="Сохраняем…">
          Сохранить пароль
        </Button>
      </form>
    </>
  )
}
