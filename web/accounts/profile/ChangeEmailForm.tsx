import { useState } from 'react'
import { useCheckedForm } from '#web/forms/fields/use-checked-form.ts'
import { api } from '#web/platform/api/portal-api.ts'
import { MailWaits } from '#web/platform/ui/MailWaits.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import { TextField } from '#web/platform/ui/TextField.tsx'
import { renewProfile } from './queries.ts'
import { missingPassword, OwnPassword, SectionForm } from './SectionForm.tsx'

/** Changes the address: the code goes to the new one, and the old one gets a letter. */
export function ChangeEmailForm({ onDone, onCancel }: { onDone: () => void; onCancel: () => void }) {
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [sent, setSent] = useState(false)
  const state = useCheckedForm<'email' | 'password' | 'code'>({
    check: () =>
      sent
        ? code.trim() === ''
          ? { code: 'Введите код из письма' }
          : {}
        : { ...(email.trim() === '' && { email: 'Введите адрес почты' }), ...missingPassword(password) },
    send: async () => {
      if (sent) {
        await api('POST /user/email-verify', { body: { code: code.trim() } })
        await renewProfile()
        onDone()
      } else {
        await api('POST /auth/user/email', { body: { email: email.trim(), password } })
        setSent(true)
        setPassword('')
      }
    },
    places: { email_incorrect: 'email', email_exists: 'email', invalid_code: 'code', email_code_expired: 'code' },
    password: 'password',
  })
  return (
    <SectionForm state={state} action={sent ? 'Подтвердить' : 'Получить код'} onCancel={onCancel}>
      {sent ? (
        <>
          <Notice tone="info" role="status">
            Мы отправили письмо на {email.trim()}. Откройте ссылку из него или введите код. До этого действует прежний
            адрес.
          </Notice>
          <MailWaits />
          <TextField
            label="Код из письма"
            name="email-code"
            autoComplete="one-time-code"
            spellCheck={false}
            value={code}
            onChange={setCode}
            error={state.faults.code}
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
            error={state.faults.email}
          />
          <OwnPassword name="email" value={password} onChange={setPassword} error={state.faults.password} />
        </>
      )}
    </SectionForm>
  )
}
