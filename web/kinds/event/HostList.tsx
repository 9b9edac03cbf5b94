import { useState } from 'react'
import { isFailure } from '#web/platform/api/failure.ts'
import { showBanner } from '#web/platform/messages/banner.ts'
import { failureText } from '#web/platform/messages/failure-text.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { TextField } from '#web/platform/ui/TextField.tsx'
import type { StagePanelProps } from '#web/stages/kind.ts'
import styles from './Event.module.css'
import { callsOf, type Panel, useAct } from './queries.ts'

/** Who marks people at the door; hosts are added by the e-mail address of their account. */
export function HostList({ place, panel }: { place: StagePanelProps; panel: Panel }) {
  const calls = callsOf(place)
  const [email, setEmail] = useState('')
  const adding = useAct(place, calls.addHost, () => setEmail(''))
  const removing = useAct(place, calls.removeHost)
  const fault = isFailure(adding.error, 'user_not_found')
    ? 'Учётной записи с этой подтверждённой почтой нет. Пусть человек сначала зарегистрируется'
    : adding.error && failureText(adding.error)
  return (
    <div className={styles.part}>
      {panel.hosts.length === 0 ? (
        <p className={styles.quiet}>Ведущих нет: отметить пришедших пока некому.</p>
      ) : (
        <ul className={styles.list}>
          {panel.hosts.map(({ test_id, name, email: address }) => (
            <li key={test_id} className={styles.row}>
              <span>
                <strong>
                  <bdi>{name}</bdi>
                </strong>{' '}
                <span className={styles.quiet}>{address}</span>
              </span>
              <Button
                kind="quiet"
                size="s"
                aria-label={`Снять: ${name}`}
                pending={removing.isPending && removing.variables === test_id}
                onClick={() =>
                  !removing.isPending &&
                  removing.mutate(test_id, { onError: (error) => showBanner(failureText(error)) })
                }
              >
                Снять
              </Button>
            </li>
          ))}
        </ul>
      )}
      <form
        className={styles.adding}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (email.trim() !== '' && !adding.isPending) adding.mutate(email.trim())
        }}
      >
        <TextField
          label="Почта ведущего"
          name="host-email"
          type="email"
          autoComplete="off"
          required={false}
          hint="Страница входа откроется на его рабочем столе"
          error={fault || null}
          value={email}
          onChange={(value) => {
            adding.reset()
            setEmail(value)
          }}
        />
        <Button type="submit" kind="secondary" pending={adding.isPending} pendingText="Назначаем…">
          Назначить
        </Button>
      </form>
    </div>
  )
}
