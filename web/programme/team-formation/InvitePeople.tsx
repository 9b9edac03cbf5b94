import { type FormEvent, useState } from 'react'
import { isEmail } from '#shared/platform/text/is-email.ts'
import { numbered } from '#shared/platform/text/unbroken.ts'
import { parseWire, showDate } from '#shared/platform/time/moscow.ts'
import { codeDays } from '#shared/programme/team-formation/limits.ts'
import { failureText } from '#web/platform/messages/failure-text.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import { Panel } from '#web/platform/ui/Panel.tsx'
import { RadioGroup } from '#web/platform/ui/RadioGroup.tsx'
import { TextField } from '#web/platform/ui/TextField.tsx'
import { VisuallyHidden } from '#web/platform/ui/VisuallyHidden.tsx'
import { newCode } from './InviteCode.tsx'
import {
  cancelCode,
  inviteByEmail,
  invitePerson,
  removeMember,
  renewCode,
  type Team,
  type TeamChange,
  withdrawLetter,
} from './queries.ts'
import { Seekers } from './Seekers.tsx'
import styles from './TeamFormation.module.css'

interface InvitePeopleProps {
  team: Team
  changing: TeamChange
  /** People who look for a team are loaded once the tab has been opened. */
  shown: boolean
}

/** For the captain: invitations by number or e-mail, by a code of another term, or to people who look for a team. */
export function InvitePeople({ team, changing, shown }: InvitePeopleProps) {
  const [seen, setSeen] = useState(shown)
  if (shown && !seen) setSeen(true)
  return (
    <div className={styles.invite}>
      <div className={styles.section}>
        {team.places_left === 0 && (
          <Notice title="В команде нет мест">
            Позвать человека можно и сейчас, но войти он сможет, только когда место освободится.
          </Notice>
        )}
        <ByName team={team} changing={changing} />
        {team.places_left > 0 && <CodeTerm team={team} changing={changing} />}
      </div>
      {seen && <Seekers stageId={team.stage_id} teamId={team.team_id} />}
    </div>
  )
}

/** A number or an e-mail address in one field, because the captain may know only one of them. */
function ByName({ team, changing: { pending, change } }: { team: Team; changing: TeamChange }) {
  const [typed, setTyped] = useState('')
  const [fault, setFault] = useState<string | null>(null)

  async function invite(event: FormEvent) {
    event.preventDefault()
    const name = typed.trim()
    const byEmail = name.includes('@')
    if (byEmail ? !isEmail(name) : !/^[1-9]\d{0,9}$/.test(name))
      return setFault(
        byEmail
          ? 'Проверьте адрес электронной почты'
          : 'Введите номер пользователя (он указан рядом с его именем вверху страницы) или адрес почты',
      )
    const done = await change(
      'invite',
      () => (byEmail ? inviteByEmail(team.team_id, name) : invitePerson(team.team_id, Number(name))),
      'Приглашение отправлено',
      (error) => setFault(failureText(error)),
    )
    if (done) setTyped('')
  }

  return (
    <Panel title="Позвать по номеру или почте">
      <form className={styles.form} onSubmit={invite} noValidate>
        <TextField
          label="Номер пользователя или почта"
          name="invited_number"
          autoComplete="off"
          hint="Номер участник видит вверху страницы, рядом с именем. Письмо придёт и тому, кто ещё не участвует"
          value={typed}
          error={fault}
          onChange={(next) => {
            setTyped(next)
            setFault(null)
          }}
        />
        <p>
          <Button type="submit" kind="secondary" pending={pending === 'invite'} pendingText="Отправляем приглашение…">
            Пригласить
          </Button>
        </p>
        {team.invited.length + team.letters.length > 0 && (
          <ul className={styles.plain} aria-label="Кого вы позвали">
            {team.invited.map(({ user_id, since }) => (
              <Called
                key={user_id}
                who={numbered(user_id)}
                since={since}
                pending={pending === `call-${user_id}`}
                onWithdraw={() =>
                  change(`call-${user_id}`, () => removeMember(team.team_id, user_id), 'Приглашение отозвано')
                }
              />
            ))}
            {team.letters.map(({ id, shown, since }) => (
              <Called
                key={`letter-${id}`}
                who={shown}
                since={since}
                pending={pending === `letter-${id}`}
                onWithdraw={() =>
                  change(`letter-${id}`, () => withdrawLetter(team.team_id, id), 'Приглашение отозвано')
                }
              />
            ))}
          </ul>
        )}
      </form>
    </Panel>
  )
}

interface CalledProps {
  who: string
  since: string
  pending: boolean
  onWithdraw: () => void
}

function Called({ who, since, pending, onWithdraw }: CalledProps) {
  return (
    <li className={styles.called}>
      <span>
        <bdi>{who}</bdi> <span className={styles.quiet}>— ждём ответа с {dateOf(since)}</span>
      </span>
      <Button kind="quiet" size="s" pending={pending} onClick={onWithdraw}>
        Отозвать
        <VisuallyHidden>
          : <bdi>{who}</bdi>
        </VisuallyHidden>
      </Button>
    </li>
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
