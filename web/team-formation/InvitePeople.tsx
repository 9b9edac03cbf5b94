import { type FormEvent, useState } from 'react'
import { codeDays } from '#shared/team-formation/limits.ts'
import { parseWire, showDate } from '#shared/time/moscow.ts'
import { failureText } from '#web/platform/messages/failure-text.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Panel } from '#web/platform/ui/Panel.tsx'
import { RadioGroup } from '#web/platform/ui/RadioGroup.tsx'
import { TextField } from '#web/platform/ui/TextField.tsx'
import { VisuallyHidden } from '#web/platform/ui/VisuallyHidden.tsx'
import { newCode } from './InviteCode.tsx'
import { cancelCode, invitePerson, removeMember, renewCode, type Team, type TeamChange } from './queries.ts'
import { Seekers } from './Seekers.tsx'
import styles from './TeamFormation.module.css'

interface InvitePeopleProps {
  team: Team
  changing: TeamChange
  /** People who look for a team are loaded once the tab has been opened. */
  shown: boolean
}

/** For the captain: the ways of calling people, by number, by a code of another term, or among those who look for a team. */
export function InvitePeople({ team, changing, shown }: InvitePeopleProps) {
  const [seen, setSeen] = useState(shown)
  if (shown && !seen) setSeen(true)
  return (
    <div className={styles.invite}>
      <div className={styles.section}>
        <ByNumber team={team} changing={changing} />
        {team.places_left > 0 && <CodeTerm team={team} changing={changing} />}
      </div>
      {seen && <Seekers stageId={team.stage_id} teamId={team.team_id} />}
    </div>
  )
}

function ByNumber({ team, changing: { pending, change } }: { team: Team; changing: TeamChange }) {
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
        {team.invited.length > 0 && (
          <ul className={styles.plain} aria-label="Кого вы позвали">
            {team.invited.map(({ user_id, since }) => (
              <li key={user_id} className={styles.called}>
                <span>
                  № {user_id} <span className={styles.quiet}>— ждём ответа с {dateOf(since)}</span>
                </span>
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
      </form>
    </Panel>
  )
}

const terms = [
  { value: '1', label: 'Сутки' },
  { value: String(codeDays.usual), label: 'Неделя' },
  { value: String(codeDays.max), label: 'Месяц' },
]

function CodeTerm({ team, changing: { pending, change } }: { team: Team; changing: TeamChange }) {
  const [days, setDays] = useState(String(codeDays.usual))
  const renew = () => change('renew', () => renewCode(team.team_id, newCode(team, Number(days))), 'Новый код готов')
  return (
    <Panel title="Код на другой срок">
      <div className={styles.form}>
        <RadioGroup
          label="Сколько действует новый код"
          name="code_days"
          options={terms}
          value={days}
          hint={team.invite?.valid ? 'Прежний код перестанет действовать' : undefined}
          onChange={setDays}
        />
        <div className={styles.actions}>
          <Button kind="secondary" size="s" pending={pending === 'renew'} pendingText="Делаем код…" onClick={renew}>
            Сделать новый код
          </Button>
          {team.invite?.valid && (
            <Button
              kind="quiet"
              size="s"
              pending={pending === 'cancel-code'}
              onClick={() => change('cancel-code', () => cancelCode(team.team_id), 'Код больше не действует')}
            >
              Отменить код
            </Button>
          )}
        </div>
      </div>
    </Panel>
  )
}

function dateOf(wire: string): string {
  const at = parseWire(wire)
  return at ? showDate(at) : ''
}
