import { useState } from 'react'
import { quoted } from '#shared/platform/text/quoted.ts'
import { RepeatCode } from '#web/accounts/auth/RepeatCode.tsx'
import type { Marker } from '#web/accounts/auth/SecondFactorStep.tsx'
import { useCheckedForm } from '#web/forms/fields/use-checked-form.ts'
import { api } from '#web/platform/api/portal-api.ts'
import { queryClient } from '#web/platform/api/query-client.ts'
import { CodeField } from '#web/platform/ui/CodeField.tsx'
import { StatusBadge } from '#web/stages/StatusBadge.tsx'
import { ConfirmedByPassword } from './ConfirmedByPassword.tsx'
import { OpenedRow } from './OpenedRow.tsx'
import { stateServiceQuery } from './queries.ts'
import { missingPassword, OwnPassword, SectionForm } from './SectionForm.tsx'

const section = 'state-service'

/** Whether the person can log in through the state service, with the way to switch it on and off. */
export function StateServiceRow({ name, linked }: { name: string; linked: string | null }) {
  const off = linked === null
  return (
    <OpenedRow
      id={section}
      title={`Вход через ${quoted(name)}`}
      badge={<StatusBadge look={off ? 'neutral' : 'done'}>{off ? 'Выключен' : 'Подключён'}</StatusBadge>}
      note={
        off
          ? 'Подключите, чтобы входить без пароля. Если у вас включён второй фактор, код по-прежнему понадобится.'
          : `Вы можете войти через ${quoted(name)} или с паролем.`
      }
      action={off ? 'Подключить' : 'Отключить'}
    >
      {({ cancel }) =>
        off ? (
          <LinkForm name={name} onCancel={cancel} />
        ) : (
          <ConfirmedByPassword
            name={section}
            action="Отключить"
            send={async (password) => {
              await api('POST /user/state-service/unlink', { body: { password } })
              await queryClient.invalidateQueries(stateServiceQuery)
            }}
            onDone={cancel}
            onCancel={cancel}
          />
        )
      }
    </OpenedRow>
  )
}

/** The password and, where it is on, the second factor; then the browser goes to the service. */
function LinkForm({ name, onCancel }: { name: string; onCancel: () => void }) {
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [marker, setMarker] = useState<Marker | null>(null)

  async function send(more: { login_marker?: string; sms_code?: string }) {
    const answer = await api('POST /user/state-service', { body: { password, ...more } })
    if ('url' in answer) window.location.assign(answer.url)
    else setMarker(answer)
    return 'url' in answer ? 0 : answer.repeat_after
  }
  const state = useCheckedForm<'password' | 'code'>({
    check: () => ({
      ...missingPassword(password),
      ...(marker && code.length < 6 && { code: 'Введите шесть цифр кода' }),
    }),
    send: () => send(marker ? { login_marker: marker.login_marker, sms_code: code } : {}),
    places: { invalid_code: 'code', sms_code_outdated: 'code' },
    password: 'password',
  })
  return (
    <SectionForm state={state} action={`Перейти на ${quoted(name)}`} onCancel={onCancel}>
      <OwnPassword name={section} value={password} onChange={setPassword} error={state.faults.password} />
      {marker && (
        <>
          <CodeField
            label={marker.method === 'sms' ? `Код из СМС на ${marker.sent_to}` : 'Код из приложения'}
            name={`${section}-code`}
            value={code}
            onChange={setCode}
            error={state.faults.code}
          />
          {marker.method === 'sms' && <RepeatCode after={marker.repeat_after} repeat={() => send({})} />}
        </>
      )}
    </SectionForm>
  )
}
