import { useState } from 'react'
import { RepeatCode } from '#web/auth/RepeatCode.tsx'
import { api } from '#web/platform/api/portal-api.ts'
import { useCheckedForm } from '#web/platform/forms/use-checked-form.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { CodeField } from '#web/platform/ui/CodeField.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import { Panel } from '#web/platform/ui/Panel.tsx'
import { PhoneField } from '#web/platform/ui/PhoneField.tsx'
import styles from './Profile.module.css'
import { type Profile, renewProfile } from './queries.ts'
import { missingPassword, OwnPassword, SectionForm } from './SectionForm.tsx'
import { useOpenedForm } from './use-opened-form.ts'

export function PhoneSection({ profile }: { profile: Profile }) {
  const form = useOpenedForm()
  return (
    <Panel title="Телефон" id="phone">
      <div className={styles.form}>
        <p className={styles.value}>{profile.phone ? spaced(profile.phone) : 'Не указан'}</p>
        <p aria-live="polite" className={styles.said}>
          {form.said}
        </p>
        {form.open ? (
          <ChangePhoneForm onDone={() => form.close('Телефон изменён')} onCancel={form.cancel} />
        ) : (
          <p>
            <Button ref={form.opener} kind="secondary" onClick={form.show}>
              {profile.phone ? 'Сменить телефон' : 'Указать телефон'}
            </Button>
          </p>
        )}
      </div>
    </Panel>
  )
}

/** +7 916 123-45-67 */
function spaced(phone: string): string {
  const whole = /^\+7(\d{3})(\d{3})(\d\d)(\d\d)$/.exec(phone)
  return whole ? `+7 ${whole[1]} ${whole[2]}-${whole[3]}-${whole[4]}` : phone
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
            Мы отправили СМС с кодом на номер {spaced(phone)}. До подтверждения действует прежний номер.
          </Notice>
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
