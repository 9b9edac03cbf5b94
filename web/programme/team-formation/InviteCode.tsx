import { parseWire, showMoscowTime } from '#shared/platform/time/moscow.ts'
import { counted } from '#shared/platform/time/plural.ts'
import { codeDays } from '#shared/programme/team-formation/limits.ts'
import { showBanner } from '#web/platform/messages/banner.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Moments } from '#web/platform/ui/Moments.tsx'
import { Panel } from '#web/platform/ui/Panel.tsx'
import { renewCode, type Team, type TeamChange } from './queries.ts'
import styles from './TeamFormation.module.css'

interface InviteCodeProps {
  team: Team
  base: string
  changing: TeamChange
}

/** For the captain: the code and the link that let people join at once, and how long they last. */
export function InviteCode({ team, base, changing: { pending, change } }: InviteCodeProps) {
  const { invite, invite_code: code } = team
  const ends = invite ? parseWire(invite.expires_at) : null
  const link = `${location.origin}${base}/${team.team_id}?code=${code}`

  async function copy(text: string, done: string) {
    try {
      await navigator.clipboard.writeText(text)
      showBanner(done, 'success')
    } catch {
      showBanner('Скопировать не вышло: выделите текст и скопируйте его сами')
    }
  }
  const create = () => change('code', () => renewCode(team.team_id, newCode(team, codeDays.usual)), 'Новый код готов')

  return (
    <Panel title="Код команды">
      <div className={styles.section}>
        {code !== null && invite?.valid ? (
          <>
            <p className={styles.code}>{code}</p>
            <p className={styles.quiet}>
              Кто введёт его или придёт по ссылке, вступает сразу. Впустит ещё{' '}
              {counted(invite.uses_left, 'человека', 'человек', 'человек')}
              {ends && <Moments text={`, до ${showMoscowTime(ends)}`} />}.
            </p>
            <div className={styles.actions}>
              <Button kind="secondary" size="s" onClick={() => copy(link, 'Ссылка скопирована')}>
                Скопировать ссылку
              </Button>
              <Button kind="quiet" size="s" onClick={() => copy(code, 'Код скопирован')}>
                Скопировать код
              </Button>
            </div>
          </>
        ) : (
          <>
            <p className={styles.quiet}>
              {team.places_left === 0
                ? 'Мест нет. Код понадобится, если место освободится.'
                : code === null
                  ? 'С кодом люди вступают сразу, без заявки.'
                  : 'Прежний код уже не действует.'}
            </p>
            {team.places_left > 0 && (
              <p>
                <Button
                  kind="secondary"
                  size="s"
                  pending={pending === 'code'}
                  pendingText="Делаем код…"
                  onClick={create}
                >
                  {code === null ? 'Создать код' : 'Заменить новым'}
                </Button>
              </p>
            )}
          </>
        )}
        {team.requests.length === 0 && (
          <p className={styles.quiet}>
            {team.takes_requests
              ? 'Заявок на вступление нет. Когда они придут, вы увидите их здесь.'
              : 'Заявок команда не принимает.'}
          </p>
        )}
      </div>
    </Panel>
  )
}

/** A code for as many people as there are places. */
export const newCode = (team: Team, days: number) => ({ days, uses: Math.max(1, team.places_left) })
