import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type NotificationChannel, type NotificationKindName, notificationKinds } from '#shared/notifications/kinds.ts'
import type { Answer } from '#web/platform/api/client.ts'
import { api } from '#web/platform/api/portal-api.ts'
import { failureText } from '#web/platform/messages/failure-text.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Checkbox } from '#web/platform/ui/Checkbox.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import { Panel } from '#web/platform/ui/Panel.tsx'
import { LoadedPart } from './LoadedPart.tsx'
import styles from './Profile.module.css'

type Choice = Answer<'GET /user/notification-choices'>['choices'][number]

const channelNames: Record<NotificationChannel, string> = { portal: 'На портале', email: 'Письмом', sms: 'СМС' }
const kinds = Object.keys(notificationKinds) as NotificationKindName[]
const nameOf = ({ kind, channel }: Choice) => `choice-${kind}-${channel}`

/** Which notifications the person gets and by which channels. */
export function NotificationChoices() {
  const query = useQuery({
    queryKey: ['notification-choices'],
    queryFn: async () => (await api('GET /user/notification-choices')).choices,
  })
  return (
    <Panel title="Уведомления" id="notifications">
      <LoadedPart
        query={query}
        loading="Загружаем настройки уведомлений"
        failed="Не удалось загрузить настройки уведомлений"
        lines={4}
      >
        {(choices) => <ChoicesForm kept={choices} />}
      </LoadedPart>
    </Panel>
  )
}

function ChoicesForm({ kept }: { kept: readonly Choice[] }) {
  const queryClient = useQueryClient()
  /** Unsaved changes by name. */
  const [changed, setChanged] = useState<Record<string, boolean>>({})
  const [pending, setPending] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const [said, setSaid] = useState('')
  const choices = kept.map((choice) => ({ ...choice, wanted: changed[nameOf(choice)] ?? choice.wanted }))
  const dirty = choices.some((choice, number) => choice.wanted !== kept[number]?.wanted)

  async function save() {
    setPending(true)
    setFailure(null)
    try {
      const own = choices.filter(({ fixed }) => !fixed).map(({ kind, channel, wanted }) => ({ kind, channel, wanted }))
      await api('PUT /user/notification-choices', { body: { choices: own } })
      queryClient.setQueryData(['notification-choices'], choices)
      setChanged({})
      setSaid('Сохранено')
    } catch (error) {
      setFailure(error)
    } finally {
      setPending(false)
    }
  }
  return (
    <div className={styles.form}>
      <p>Коды для входа и сообщения о самой учётной записи приходят всегда.</p>
      {kinds.map((kind) => (
        <fieldset key={kind} className={styles.kind}>
          <legend className={styles.kindTitle}>{notificationKinds[kind].title}</legend>
          <p className={styles.note}>{notificationKinds[kind].about}</p>
          <div className={styles.channels}>
            {choices
              .filter((choice) => choice.kind === kind)
              .map((choice) => (
                <Checkbox
                  key={choice.channel}
                  setting
                  name={nameOf(choice)}
                  label={choice.fixed ? `${channelNames[choice.channel]}, всегда` : channelNames[choice.channel]}
                  value={choice.wanted}
                  disabled={choice.fixed}
                  onChange={(wanted) => {
                    setSaid('')
                    setChanged({ ...changed, [nameOf(choice)]: wanted })
                  }}
                />
              ))}
          </div>
        </fieldset>
      ))}
      {failure !== null && (
        <Notice tone="danger" role="alert">
          {failureText(failure)}
        </Notice>
      )}
      <p className={styles.buttons}>
        <Button kind={dirty ? 'primary' : 'secondary'} pending={pending} onClick={save}>
          Сохранить
        </Button>
        <span aria-live="polite" className={styles.said}>
          {said}
        </span>
      </p>
    </div>
  )
}
