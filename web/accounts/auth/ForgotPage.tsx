import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useCheckedForm } from '#web/forms/fields/use-checked-form.ts'
import { api } from '#web/platform/api/portal-api.ts'
import { captchaToken } from '#web/platform/captcha/solve-captcha.ts'
import { showBanner } from '#web/platform/messages/banner.ts'
import { failureText } from '#web/platform/messages/failure-text.ts'
import { PageHeading } from '#web/platform/navigation/PageHeading.tsx'
import { PortalLink } from '#web/platform/navigation/PortalLink.tsx'
import { useCompetitionCode } from '#web/platform/navigation/use-competition-code.ts'
import { useLinkSecret } from '#web/platform/navigation/use-link-secret.ts'
import { useSearchText } from '#web/platform/navigation/use-search-text.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { CodeField } from '#web/platform/ui/CodeField.tsx'
import { FailureNotice } from '#web/platform/ui/FailureNotice.tsx'
import { MailWaits } from '#web/platform/ui/MailWaits.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import { TextField } from '#web/platform/ui/TextField.tsx'
import styles from './Entrance.module.css'
import { EntranceFrame } from './EntranceFrame.tsx'
import { entrancePath } from './entrance-path.ts'
import { KnownUsername } from './KnownUsername.tsx'
import { type NewPassword, NewPasswordFields, newPasswordFaults } from './NewPasswordFields.tsx'
import { RepeatCode } from './RepeatCode.tsx'

/** Password recovery: a letter with a code and a link, then the new password. */
export function ForgotPage() {
  const competition = useCompetitionCode()
  // The secret of the letter's link is after «#», which no server sees; the step tells the server which page to draw.
  const byLink = useSearchText('step') === 'password'
  const [sent, setSent] = useState<{ username: string; repeatAfter: number } | null>(null)
  const ask = async (username: string) => {
    const body = { username, ...(competition && { competition_code: competition }) }
    const answer = await api('POST /auth/login/restore', { body, captcha: captchaToken })
    setSent({ username, repeatAfter: answer.repeat_after })
    return answer.repeat_after
  }
  return (
    <EntranceFrame>
      {byLink || sent ? (
        <NewPasswordStep
          competition={competition}
          byLink={byLink}
          repeat={
            sent && (
              <RepeatCode
                after={sent.repeatAfter}
                repeat={() => ask(sent.username)}
                done="Если учётная запись есть, новое письмо уже в пути. Код и ссылка из прежнего действуют ещё час."
              />
            )
          }
        >
          {sent && <KnownUsername value={sent.username} />}
          {sent && <MailWaits />}
          {sent && (
            <Notice tone="info">
              Если учётная запись {sent.username} есть, на её почту придёт письмо с кодом и ссылкой. Введите код или
              откройте ссылку. Проверьте и папку «Спам».
            </Notice>
          )}
        </NewPasswordStep>
      ) : (
        <AskStep ask={ask} />
      )}
      <p className={styles.links}>
        <PortalLink to={entrancePath(competition, 'login')}>Вернуться ко входу</PortalLink>
      </p>
    </EntranceFrame>
  )
}

function AskStep({ ask }: { ask: (username: string) => Promise<number> }) {
  const [username, setUsername] = useState('')
  const [missing, setMissing] = useState<string | null>(null)
  const asking = useMutation({ mutationFn: ask })
  function submit(event: FormEvent) {
    event.preventDefault()
    const typed = username.trim()
    setMissing(typed === '' ? 'Введите почту или телефон' : null)
    if (typed !== '') asking.mutate(typed)
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
          error={missing ?? (asking.error && failureText(asking.error))}
        />
        <Button type="submit" wide pending={asking.isPending} pendingText="Отправляем…">
          Получить код
        </Button>
      </form>
    </>
  )
}

const faultsOfCode = {
  invalid_code: 'code',
  email_code_expired: 'code',
  too_many_code_attempts: 'code',
  code_of_other_browser: 'code',
} as const

interface NewPasswordStepProps {
  competition: string
  /** Whether the page was opened by the link in the letter; otherwise its code is typed. */
  byLink: boolean
  repeat: React.ReactNode
  children: React.ReactNode
}

function NewPasswordStep({ competition, byLink, repeat, children }: NewPasswordStepProps) {
  const navigate = useNavigate()
  const secret = useLinkSecret()
  const [code, setCode] = useState('')
  const [value, setValue] = useState({ password: '', confirmation: '' })
  const { form, faults, failure, pending, submit } = useCheckedForm<'code' | keyof NewPassword>({
    check: () => ({
      ...newPasswordFaults(value),
      ...(!byLink && code.length < 6 && { code: 'Введите шесть цифр кода из письма' }),
    }),
    send: async () => {
      const body = { code: byLink ? secret : code, password: value.password, password_confirmation: value.confirmation }
      await api('POST /auth/password/create', { body })
      showBanner('Пароль изменён. Войдите с новым паролем', 'success')
      await navigate({ to: entrancePath(competition, 'login'), search: {} as never })
    },
    places: faultsOfCode,
  })
  return (
    <>
      <PageHeading title="Новый пароль" size={2} />
      <form ref={form} className={styles.form} method="post" onSubmit={submit} noValidate>
        {children}
        <FailureNotice error={failure} />
        {!byLink && <CodeField label="Код из письма" name="code" value={code} onChange={setCode} error={faults.code} />}
        {repeat}
        <NewPasswordFields value={value} onChange={setValue} faults={faults} />
        <Button type="submit" wide pending={pending} pendingText="Сохраняем…">
          Сохранить пароль
        </Button>
      </form>
    </>
  )
}
