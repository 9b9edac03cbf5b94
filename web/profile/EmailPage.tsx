import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { RepeatCode } from '#web/auth/RepeatCode.tsx'
import { api } from '#web/platform/api/portal-api.ts'
import { failureText } from '#web/platform/messages/failure-text.ts'
import { PageHeading } from '#web/platform/navigation/PageHeading.tsx'
import { PortalLink } from '#web/platform/navigation/PortalLink.tsx'
import { Button } from '#web/platform/ui/Button.tsx'
import { Panel } from '#web/platform/ui/Panel.tsx'
import { TextField } from '#web/platform/ui/TextField.tsx'
import { ChangeEmailForm } from './ChangeEmailForm.tsx'
import styles from './Profile.module.css'
import { profileQuery } from './queries.ts'

/** For an unconfirmed address: confirm it or change it. */
export function EmailPage() {
  const { data: profile } = useQuery(profileQuery)
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const [code, setCode] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [pending, setPending] = useState(false)
  const leave = () => void navigate({ to: '/profile' as string })
  async function submit(event: FormEvent) {
    event.preventDefault()
    if (code.trim() === '') {
      setError('Введите код из письма')
      return
    }
    setPending(true)
    setError(null)
    try {
      await api('POST /user/email-verify', { body: { code: code.trim() } })
      await queryClient.invalidateQueries({ queryKey: ['profile'] })
      leave()
    } catch (failure) {
      setError(failureText(failure))
      setPending(false)
    }
  }
  return (
    <div className={styles.page}>
      <p>
        <PortalLink to="/profile">Вернуться в профиль</PortalLink>
      </p>
      <PageHeading title="Электронная почта" />
      <Panel title={`Подтвердить ${profile?.email ?? 'адрес'}`}>
        <form className={styles.form} onSubmit={submit} noValidate>
          <TextField
            label="Код из письма"
            name="code"
            autoComplete="one-time-code"
            value={code}
            onChange={setCode}
            error={error}
          />
          <p>
            <Button type="submit" pending={pending}>
              Подтвердить
            </Button>
          </p>
          <RepeatCode after={0} repeat={async () => (await api('POST /user/send-email-verify')).repeat_after} />
        </form>
      </Panel>
      <Panel title="Указать другой адрес">
        <ChangeEmailForm onDone={leave} onCancel={leave} />
      </Panel>
    </div>
  )
}
