import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  type NotificationChannel,
  type NotificationKindName,
  notificationKinds,
} from '#shared/messages/notifications/kinds.ts'
import type { Answer } from '#web/platform/api/client.ts'
import { api } from '#web/platform/api/portal-api.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Checkbox } from '#web/platform/ui/Checkbox.tsx'
import { FailureNotice } from '#web/platform/ui/FailureNotice.tsx'
import { QueryStates } from '#web/platform/ui/QueryStates.tsx'
import styles from './Profile.module.css'
import { ProfilePage } from './ProfilePage.tsx'
import { choicesQuery } from './queries.ts'

type Choice = Answer<'GET /user/notification-choices'>['choices'][number]

const channelNames: Record<NotificationChannel, string> = { portal: 'На портале', email: 'Письмом', sms: 'СМС' }
const kinds = Object.keys(notificationKinds) as NotificationKindName[]
const nameOf = ({ kind, channel }: Choice) => `choice-${kind}-${channel}`

/** Which notifications the person gets and by which channels. */
export function NotificationsPage() {
  const query = useQuery(choicesQuery)
  return (
    <ProfilePage
      title="Уведомления"
      lead="О чём и как вам сообщать. Коды для входа и сообщения о самой учётной записи приходят всегда."
    >
      <QueryStates
        of={[query]}
        loading="Загружаем настройки уведомлений"
        failed="Не удалось загрузить настройки уведомлений"
        lines={6}
        height="6rem"
      >
        {(choices) => <ChoicesForm kept={choices} />}
      </QueryStates>
    </ProfilePage>
  )
}

function ChoicesForm({ kept }: { kept: readonly Choice[] }) {
  const queryClient = useQueryClient()
  /** Unsaved changes by name. */
  const [changed, setChanged] = useState<Record<string, boolean>>({})
  const [said, setSaid] = useState('')
  const choices = kept.map((choice) => ({ ...choice, wanted: changed[nameOf(choice)] ?? choice.wanted }))
  const dirty = choices.some((choice, number) => choice.wanted !== kept[number]?.wanted)

  const saving = useMutation({
    mutationFn: (wanted: readonly Choice[]) =>
      api('PUT /user/notification-choices', {
        body: {
          choices: wanted.filter(({ fixed }) => !fixed).map(({ kind, channel, wanted }) => ({ kind, channel, wanted })),
        },
      }),
    onSuccess: (_answer, wanted) => {
      queryClient.setQueryData(['notification-choices'], wanted)
      setChanged({})
      setSaid('Сохранено')
    },
  })
  return (
    <div>
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
      <FailureNotice error={saving.error} />
      <p className={styles.buttons}>
        <Button
          kind={dirty ? 'primary' : 'secondary'}
          pending={saving.isPending}
          onClick={() => saving.mutate(choices)}
        >
          Сохранить
        </Button>
        <span aria-live="polite" className={styles.said}>
          {said}
        </span>
      </p>
    </div>
  )
}
