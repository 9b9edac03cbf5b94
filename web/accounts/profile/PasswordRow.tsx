import { useState } from 'react'
import { KnownUsername } from '#web/accounts/auth/KnownUsername.tsx'
import { type NewPassword, NewPasswordFields, newPasswordFaults } from '#web/accounts/auth/NewPasswordFields.tsx'
import { useCheckedForm } from '#web/forms/fields/use-checked-form.ts'
import { api, session } from '#web/platform/api/portal-api.ts'
import { PasswordField } from '#web/platform/ui/PasswordField.tsx'
import { OpenedRow } from './OpenedRow.tsx'
import { renewSessions } from './queries.ts'
import { SectionForm } from './SectionForm.tsx'

export function PasswordRow({ username }: { username: string }) {
  return (
    <OpenedRow
      id="password"
      title="Пароль"
      state="Задан"
      note="После смены пароля сеансы на других устройствах завершатся."
      action="Сменить пароль"
    >
      {({ close, cancel }) => (
        <ChangePasswordForm
          username={username}
          onDone={() => close('Пароль изменён. На других устройствах нужно войти заново')}
          onCancel={cancel}
        />
      )}
    </OpenedRow>
  )
}

interface ChangePasswordFormProps {
  username: string
  onDone: () => void
  onCancel: () => void
}

function ChangePasswordForm({ username, onDone, onCancel }: ChangePasswordFormProps) {
  const [current, setCurrent] = useState('')
  const [fresh, setFresh] = useState<NewPassword>({ password: '', confirmation: '' })
  const state = useCheckedForm<'current' | keyof NewPassword>({
    check: () => ({ ...(current === '' && { current: 'Введите нынешний пароль' }), ...newPasswordFaults(fresh) }),
    send: async () => {
      const { access_token } = await api('POST /auth/password/change', {
        body: {
          current_password: current,
          password: fresh.password,
          password_confirmation: fresh.confirmation,
        },
      })
      session.set(access_token)
      await renewSessions()
      onDone()
    },
    places: { password_too_simple: 'password', password_too_common: 'password', passwords_mismatch: 'confirmation' },
    password: 'current',
  })
  return (
    <SectionForm state={state} action="Сменить пароль" onCancel={onCancel}>
      <KnownUsername value={username} />
      <PasswordField
        label="Нынешний пароль"
        name="current-password"
        autoComplete="current-password"
        value={current}
        onChange={setCurrent}
        error={state.faults.current}
      />
      <NewPasswordFields value={fresh} onChange={setFresh} faults={state.faults} />
    </SectionForm>
  )
}
