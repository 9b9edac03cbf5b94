import { useState } from 'react'
import { textOf } from '#shared/forms/fields/field.ts'
import { numbered } from '#shared/platform/text/unbroken.ts'
import { formatWire, parseWire, showDateTime, showMoscowTime } from '#shared/platform/time/moscow.ts'
import { counted } from '#shared/platform/time/plural.ts'
import { maxCutoffReason } from '#shared/review/cutoffs/limits.ts'
import { formOf, reasonField } from '#web/forms/fields/dialog-form.ts'
import { FormDialog } from '#web/forms/fields/FormDialog.tsx'
import { api } from '#web/platform/api/portal-api.ts'
import { serverNow } from '#web/platform/api/server-clock.ts'
import { showBanner } from '#web/platform/messages/banner.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Confirm } from '#web/platform/ui/Confirm.tsx'
import { DateTimeField } from '#web/platform/ui/DateTimeField.tsx'
import { Moments } from '#web/platform/ui/Moments.tsx'
import { Panel } from '#web/platform/ui/Panel.tsx'
import styles from './Cutoffs.module.css'
import { type Protocol, useProtocolAct } from './queries.ts'

/** The confirmation by a second organiser with the time of publication; until then the protocol can be withdrawn. */
export function ConfirmPanel({ competition, protocol }: { competition: string; protocol: Protocol }) {
  const { state, own, publish_at } = protocol
  const [withdraws, setWithdraws] = useState(false)
  if (state !== 'freezing' && state !== 'frozen' && state !== 'scheduled') return null
  const at = publish_at === null ? null : parseWire(publish_at)
  return (
    <Panel
      title={state === 'scheduled' ? 'Публикация назначена' : 'Подтверждение'}
      actions={
        <Button kind="quiet" size="s" onClick={() => setWithdraws(true)}>
          Отозвать протокол
        </Button>
      }
    >
      {state === 'scheduled' ? (
        <p>
          {at && <Moments text={showMoscowTime(at)} />} участники узнают решение и получат письма. До этой минуты
          протокол можно отозвать.
        </p>
      ) : state === 'freezing' ? (
        <p>Подтвердить протокол можно, когда все строки записаны.</p>
      ) : own ? (
        <p>Протокол заморозили вы, поэтому подтвердить его должен другой организатор с правом на оценивание.</p>
      ) : (
        <ConfirmForm competition={competition} protocol={protocol} />
      )}
      {withdraws && (
        <WithdrawDialog competition={competition} number={protocol.number} onClose={() => setWithdraws(false)} />
      )}
    </Panel>
  )
}

/** Noon of tomorrow in Moscow. */
function tomorrowAtNoon(now: Date): string {
  return `${formatWire(new Date(now.getTime() + 24 * 3_600_000)).slice(0, 10)} 12:00`
}

function ConfirmForm({ competition, protocol }: { competition: string; protocol: Protocol }) {
  const { number, passed, waiting, failed } = protocol
  const [publishAt, setPublishAt] = useState(() => tomorrowAtNoon(serverNow()))
  const [tried, setTried] = useState(false)
  const [asked, setAsked] = useState(false)
  const act = useProtocolAct(competition, number, (params, body: { publish_at: string }) =>
    api('POST /admin/competitions/:competition/protocols/:number/confirmation', { params, body }),
  )
  const at = parseWire(publishAt)
  const fault = at === null ? 'Напишите день и время' : at <= serverNow() ? 'Это время уже прошло' : null
  return (
    <form
      className={styles.fields}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setTried(true)
        if (fault) document.getElementById('field-publish_at')?.focus()
        else setAsked(true)
      }}
    >
      <p className={styles.quiet}>
        Проверьте список, квоты и письма. После публикации решение не отменить, только исправить новым протоколом.
      </p>
      <DateTimeField
        name="publish_at"
        label="Когда опубликовать"
        error={tried ? fault : null}
        value={publishAt}
        onChange={setPublishAt}
      />
      <Button type="submit">Подтвердить</Button>
      {asked && (
        <Confirm
          title="Подтвердить протокол?"
          act="Подтвердить и назначить"
          send={() => act.mutateAsync({ publish_at: publishAt })}
          onDone={() => showBanner(`Протокол ${numbered(number)} подтверждён`, 'success')}
          onClose={() => setAsked(false)}
        >
          <p>
            {at && <Moments text={showDateTime(at)} />} решение прочитают{' '}
            {counted(passed + waiting + failed, 'человек', 'человека', 'человек')}. Отозвать протокол можно до этой
            минуты.
          </p>
        </Confirm>
      )}
    </form>
  )
}

function WithdrawDialog({
  competition,
  number,
  onClose,
}: {
  competition: string
  number: number
  onClose: () => void
}) {
  const act = useProtocolAct(competition, number, (params, body: { reason: string }) =>
    api('POST /admin/competitions/:competition/protocols/:number/withdrawal', { params, body }),
  )
  return (
    <FormDialog
      title="Отозвать протокол"
      act="Отозвать"
      size="s"
      form={formOf(reasonField('Её увидят организаторы', maxCutoffReason))}
      send={({ reason }) => act.mutateAsync({ reason: textOf(reason).trim() })}
      onClose={onClose}
    >
      <p>Номер останется за ним, участники ничего не узнают. Вариант можно будет заморозить снова.</p>
    </FormDialog>
  )
}
