import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { fullName } from '#shared/people/full-name.ts'
import { parseWire, showDate } from '#shared/time/moscow.ts'
import { failureText } from '#web/platform/messages/failure-text.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Panel } from '#web/platform/ui/Panel.tsx'
import { TextField } from '#web/platform/ui/TextField.tsx'
import { VisuallyHidden } from '#web/platform/ui/VisuallyHidden.tsx'
import { invitePerson, profileQuery, removeMember, settleMember, type Team, type TeamChange } from './queries.ts'
import styles from './TeamFormation.module.css'

/** For the captain: who asks to join, who has been invited, and a way to invite one more. */
export function TeamRequests({ team, changing }: { team: Team; changing: TeamChange }) {
  return (
    <>
      <Panel title="Заявки">
        {team.requests.length === 0 ? (
          <p className={styles.quiet}>
            {team.takes_requests ? 'Пока никто не просится в команду.' : 'Команда не принимает заявки.'}
          </p>
        ) : (
          <ul className={styles.members}>
            {team.requests.map((person) => (
              <Request key={person.user_id} person={person} team={team} changing={changing} />
            ))}
          </ul>
        )}
      </Panel>
      <Invitations team={team} changing={changing} />
    </>
  )
}

interface RequestProps {
  person: Team['requests'][number]
  team: Team
  changing: TeamChange
}

function Request({ person, team, changing: { pending, change } }: RequestProps) {
  const { data: profile } = useQuery(profileQuery(person.user_id))
  const name = fullName(person)
  return (
    <li className={styles.member}>
      <div>
        <p className={styles.who}>{name}</p>
        {person.region !== '' && <p className={styles.quiet}>{person.region}</p>}
        {profile?.skills && <p>{profile.skills}</p>}
        {profile?.about && <p className={styles.about}>{profile.about}</p>}
        {profile?.contact && <p className={styles.quiet}>Связаться: {profile.contact}</p>}
      </div>
      <div className={styles.actions}>
        <Button
          kind="secondary"
          size="s"
          disabled={team.places_left === 0}
          pending={pending === `take-${person.user_id}`}
          onClick={() =>
            change(
              `take-${person.user_id}`,
              () => settleMember(team.team_id, person.user_id, 'member'),
              `${name} теперь в команде`,
            )
          }
        >
          Принять<VisuallyHidden>: {name}</VisuallyHidden>
        </Button>
        <Button
          kind="quiet"
          size="s"
          pending={pending === `refuse-${person.user_id}`}
          onClick={() =>
            change(`refuse-${person.user_id}`, () => removeMember(team.team_id, person.user_id), 'Заявка отклонена')
          }
        >
          Отклонить<VisuallyHidden>: {name}</VisuallyHidden>
        </Button>
      </div>
    </li>
  )
}

function Invitations({ team, changing: { pending, change } }: { team: Team; changing: TeamChange }) {
  const [number, setNumber] = useState('')
  const [fault, setFault] = useState<string | null>(null)

  async function invite(event: FormEvent) {
    event.preventDefault()
    if (!/^[1-9]\d{0,9}$/.test(number.trim()))
      return setFault('Введите номер пользователя: он указан рядом с его именем вверху страницы')
    const done = await change(
      'invite',
      () => invitePerson(team.team_id, Number(number.trim())),
      'Приглашение отправлено',
      (error) => setFault(failureText(error)),
    )
    if (done) setNumber('')
  }

  return (
    <Panel title="Позвать по номеру">
      <form className={styles.form} onSubmit={invite} noValidate>
        <TextField
          label="Номер пользователя"
          name="invited_number"
          inputMode="numeric"
          autoComplete="off"
          hint="Его видит сам участник вверху страницы, рядом с именем"
          value={number}
          error={fault}
          onChange={(next) => {
            setNumber(next)
            setFault(null)
          }}
        />
        <p>
          <Button type="submit" kind="secondary" pending={pending === 'invite'} pendingText="Отправляем приглашение…">
            Пригласить
          </Button>
        </p>
      </form>
      {team.invited.length > 0 && (
        <ul className={styles.members} aria-label="Кого вы позвали">
          {team.invited.map(({ user_id, since }) => (
            <li key={user_id} className={styles.member}>
              <p>
                № {user_id} <span className={styles.quiet}>— ждём ответа с {dateOf(since)}</span>
              </p>
              <Button
                kind="quiet"
                size="s"
                pending={pending === `call-${user_id}`}
                onClick={() =>
                  change(`call-${user_id}`, () => removeMember(team.team_id, user_id), 'Приглашение отозвано')
                }
              >
                Отозвать<VisuallyHidden>: № {user_id}</VisuallyHidden>
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

function dateOf(wire: string): string {
  const at = parseWire(wire)
  return at ? showDate(at) : ''
}
