import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { RepeatCode } from '#web/accounts/auth/RepeatCode.tsx'
import { api } from '#web/platform/api/portal-api.ts'
import { failureText } from '#web/platform/messages/failure-text.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { TextField } from '#web/platform/ui/TextField.tsx'
import { ChangeEmailForm } from './ChangeEmailForm.tsx'
import styles from './Profile.module.css'
import { ProfilePage } from './ProfilePage.tsx'
import { ProfileRow } from './ProfileRow.tsx'
import { profileQuery, renewProfile } from './queries.ts'

/** For an unconfirmed address: confirm it or change it. */
export function EmailPage() {
  const { data: profile } = useQuery(profileQuery)
  const navigate = useNavigate()
  const [code, setCode] = useState('')
  const [missing, setMissing] = useState<string | null>(null)
  const leave = () => void navigate({ to: '/profile' as string })
  const confirming = useMutation({
    mutationFn: () => api('POST /user/email-verify', { body: { code: code.trim() } }),
    onSuccess: () => renewProfile().then(leave),
  })
  function submit(event: FormEvent) {
    event.preventDefault()
    setMissing(code.trim() === '' ? 'Введите код из письма' : null)
    if (code.trim() !== '') confirming.mutate()
  }
  return (
    <ProfilePage title="Электронная почта" lead="Письма с кодами и уведомлениями приходят на подтверждённый адрес.">
      <div>
        <ProfileRow id="confirm" title={`Подтвердить ${profile?.email ?? 'адрес'}`}>
          <form className={styles.form} onSubmit={submit} noValidate>
            <TextField
              label="Код из письма"
              name="code"
              autoComplete="one-time-code"
              spellCheck={false}
              value={code}
              onChange={setCode}
              error={missing ?? (confirming.error && failureText(confirming.error))}
            />
            <p>
              <Button type="submit" pending={confirming.isPending}>
                Подтвердить
              </Button>
            </p>
            <RepeatCode after={0} repeat={async () => (await api('POST /user/send-email-verify')).repeat_after} />
          </form>
        </ProfileRow>
        <ProfileRow id="other" title="Указать другой адрес">
          <ChangeEmailForm onDone={leave} onCancel={leave} />
        </ProfileRow>
      </div>
    </ProfilePage>
  )
}
