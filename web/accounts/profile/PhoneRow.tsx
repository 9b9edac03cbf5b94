import { useState } from 'react'
import { phoneInWords } from '#shared/platform/names/phone-in-words.ts'
import { RepeatCode } from '#web/accounts/auth/RepeatCode.tsx'
import { useCheckedForm } from '#web/forms/fields/use-checked-form.ts'
import { api } from '#web/platform/api/portal-api.ts'
import { CodeField } from '#web/platform/ui/CodeField.tsx'
import { MailWaits } from '#web/platform/ui/MailWaits.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import { PhoneField } from '#web/platform/ui/PhoneField.tsx'
import { OpenedRow } from './OpenedRow.tsx'
import { type Profile, renewProfile } from './queries.ts'
import { missingPassword, OwnPassword, SectionForm } from './SectionForm.tsx'

export function PhoneRow({ profile: { phone } }: { profile: Profile }) {
  return (
    <OpenedRow
      id="phone"
      title="Телефон"
      state={phone ? phoneInWords(phone) : 'Не указан'}
      action={phone ? 'Сменить телефон' : 'Указать телефон'}
    >
      {({ close, cancel }) => <ChangePhoneForm onDone={() => close('Телефон изменён')} onCancel={cancel} />}
    </OpenedRow>
  )
}

/** Changes the number: the code goes to the new one; the old one and the e-mail address get a message. */
function ChangePhoneForm({ onDone, onCancel }: { onDone: () => void; onCancel: () => void }) {
  const [phone, setPhone] = useState('')
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [repeatAfter, setRepeatAfter] = useState<number | null>(null)
  const sent = repeatAfter !== null
  const ask = async () => (await api('POST /user/phone', { body: { phone, password } })).repeat_after
  const state = useCheckedForm<'phone' | 'password' | 'code'>({
    check: () =>
      sent
        ? code.length < 6
          ? { code: 'Введите шесть цифр кода' }
          : {}
        : { ...(phone === '' && { phone: 'Введите номер телефона' }), ...missingPassword(password) },
    send: async () => {
      if (!sent) return setRepeatAfter(await ask())
      await api('POST /user/phone/confirm', { body: { code } })
      await renewProfile()
      onDone()
    },
    places: {
      phone_exists: 'phone',
      phone_incorrect: 'phone',
      phone_unsupported: 'phone',
      phone_blacklisted: 'phone',
      phone_virtual: 'phone',
      invalid_code: 'code',
      sms_code_outdated: 'code',
      too_many_code_attempts: 'code',
    },
    password: 'password',
  })
  return (
    <SectionForm state={state} action={sent ? 'Подтвердить' : 'Получить код'} onCancel={onCancel}>
      {sent ? (
        <>
          <Notice tone="info" role="status">
            Мы отправили СМС с кодом на номер {phoneInWords(phone)}. До подтверждения действует прежний номер.
          </Notice>
          <MailWaits channel="sms" />
          <CodeField label="Код из СМС" name="phone-code" value={code} onChange={setCode} error={state.faults.code} />
          <RepeatCode after={repeatAfter} repeat={ask} />
        </>
      ) : (
        <>
          <PhoneField
            label="Новый номер"
            name="phone"
            value={phone}
            onChange={setPhone}
            error={state.faults.phone}
            hint="На него придёт СМС с кодом"
          />
          <OwnPassword name="phone" value={password} onChange={setPassword} error={state.faults.password} />
        </>
      )}
    </SectionForm>
  )
}
