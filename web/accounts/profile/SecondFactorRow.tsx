import { useState } from 'react'
import { useCheckedForm } from '#web/forms/fields/use-checked-form.ts'
import { api } from '#web/platform/api/portal-api.ts'
import { CodeField } from '#web/platform/ui/CodeField.tsx'
import { QrCode } from '#web/platform/ui/QrCode.tsx'
import { RadioGroup } from '#web/platform/ui/RadioGroup.tsx'
import { StatusBadge } from '#web/stages/StatusBadge.tsx'
import { ConfirmedByPassword } from './ConfirmedByPassword.tsx'
import { OpenedRow } from './OpenedRow.tsx'
import styles from './Profile.module.css'
import { renewProfile } from './queries.ts'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import { missingPassword, OwnPassword, SectionForm } from './SectionForm.tsx'

type Method = 'none' | 'sms' | 'totp'

const words: Record<Method, string> = {
  none: 'Сейчас для входа достаточно пароля. Со вторым фактором в учётную запись не войдут, даже если узнают пароль.',
  sms: 'При входе мы присылаем код в СМС.',
  totp: 'При входе нужен код из приложения.',
}

/** The second factor of the login: off, by SMS, or by an app. */
export function SecondFactorRow({ method }: { method: Method }) {
  const off = method === 'none'
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  return (
    <>
      <OpenedRow
        id="second-factor"
        title="Второй фактор входа"
        badge={<StatusBadge look={off ? 'neutral' : 'done'}>{off ? 'Выключен' : 'Включён'}</StatusBadge>}
        note={words[method]}
        action={off ? 'Включить' : 'Выключить'}
      >
        {({ cancel }) =>
          off ? (
            <EnableForm onDone={cancel} onCodes={setCodes} />
          ) : (
            <ConfirmedByPassword
              name="second-factor"
              action="Выключить"
              send={(password) => api('POST /auth/second-factor/disable', { body: { password } })}
              onDone={cancel}
              onCancel={cancel}
            />
          )
        }
      </OpenedRow>
      {!off && (
        <OpenedRow
          id="recovery-codes"
          title="Коды восстановления"
          note="Заменяют код второго фактора, если телефон потерян. Новые отменяют прежние."
          action="Сделать новые"
        >
          {({ cancel }) => (
            <ConfirmedByPassword
              name="recovery-codes"
              action="Сделать новые"
              send={async (password) =>
                setCodes((await api('POST /auth/second-factor/codes', { body: { password } })).recovery_codes)
              }
              onDone={cancel}
              onCancel={cancel}
            />
          )}
        </OpenedRow>
      )}
      {codes && <RecoveryCodes codes={codes} onClose={() => setCodes(null)} />}
    </>
  )
}

function EnableForm({ onDone, onCodes }: { onDone: () => void; onCodes: (codes: readonly string[]) => void }) {
  const [method, setMethod] = useState<'sms' | 'totp'>('totp')
  const [key, setKey] = useState<Key | null>(null)
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const asksCode = method === 'totp' && key !== null
  const state = useCheckedForm<'password' | 'code'>({
    check: () => ({
      ...missingPassword(password),
      ...(asksCode && code.length < 6 && { code: 'Введите шесть цифр из приложения' }),
    }),
    send: async () => {
      if (method === 'totp' && !key) {
        setKey(await api('POST /auth/second-factor/prepare', { body: { password } }))
        return
      }
      const on = await api('POST /auth/second-factor/enable', { body: { method, password, ...(asksCode && { code }) } })
      await renewProfile()
      onDone()
      onCodes(on.recovery_codes)
    },
    places: { invalid_code: 'code' },
    password: 'password',
  })
  return (
    <SectionForm state={state} action={method === 'totp' && !key ? 'Получить ключ' : 'Включить'} onCancel={onDone}>
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
      <OwnPassword name="second-factor" value={password} onChange={setPassword} error={state.faults.password} />
      {asksCode && (
        <>
          <KeyForApplication shown={key} />
          <CodeField
            label="Код из приложения"
            name="totp-code"
            value={code}
            onChange={setCode}
            error={state.faults.code}
          />
        </>
      )}
    </SectionForm>
  )
}

interface Key {
  secret: string
  otpauth_url: string
}

/** The key in three forms: a QR code, a link for this phone, and text. */
function KeyForApplication({ shown: { secret, otpauth_url } }: { shown: Key }) {
  return (
    <div className={styles.key} role="status">
      <div className={styles.code}>
        <QrCode text={otpauth_url} label="QR-код с ключом для приложения" />
      </div>
      <div className={styles.form}>
        <p>Наведите на код камеру из приложения с кодами: «Яндекс Ключ», Google Authenticator или другого.</p>
        <p>
          Вы на телефоне? Можно <a href={otpauth_url}>открыть приложение</a> сразу.
        </p>
        <p>
          Или введите ключ вручную:
          <span className={styles.secret}>{secret.match(/.{1,4}/g)?.join(' ')}</span>
        </p>
      </div>
    </div>
  )
}
