import { useState } from 'react'
import { type NewPassword, NewPasswordFields, newPasswordFaults } from '#web/auth/NewPasswordFields.tsx'
import { api, session } from '#web/platform/api/portal-api.ts'
import { useCheckedForm } from '#web/platform/forms/use-checked-form.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Panel } from '#web/platform/ui/Panel.tsx'
import { PasswordField } from '#web/platform/ui/PasswordField.tsx'
import styles from './Profile.module.css'
import { renewSessions } from './queries.ts'
import { SectionForm } from './SectionForm.tsx'
import { useOpenedForm } from './use-opened-form.ts'

export function PasswordSection() {
  const form = useOpenedForm()
  return (
    <Panel title="Пароль" id="password">
      <div className={styles.form}>
        <p aria-live="polite" className={styles.said}>
          {form.said}
        </p>
        {form.open ? (
          <ChangePasswordForm
            onDone={() => form.close('Пароль изменён. На других устройствах нужно войти заново')}
            onCancel={form.cancel}
          />
        ) : (
          <>
            <p>После смены пароля сеансы на других устройствах завершатся.</p>
            <p>
              <Button ref={form.opener} kind="secondary" onClick={form.show}>
                Сменить пароль
              </Button>
            </p>
          </>
        )}
      </div>
    </Panel>
  )
}

function ChangePasswordForm({ onDone, onCancel }: { onDone: () => void; onCancel: () => void }) {
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
