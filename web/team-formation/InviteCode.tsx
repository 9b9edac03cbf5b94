import { useState } from 'react'
import { codeDays } from '#shared/team-formation/limits.ts'
import { parseWire, showDateTime } from '#shared/time/moscow.ts'
import { counted } from '#shared/time/plural.ts'
import { showBanner } from '#web/platform/messages/banner.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Panel } from '#web/platform/ui/Panel.tsx'
import { RadioGroup } from '#web/platform/ui/RadioGroup.tsx'
import { cancelCode, renewCode, type Team, type TeamChange } from './queries.ts'
import styles from './TeamFormation.module.css'

const terms = [
  { value: '1', label: 'Сутки' },
  { value: String(codeDays.usual), label: 'Неделя' },
  { value: String(codeDays.max), label: 'Месяц' },
]

/** For the captain: the code and the link that let people join at once, how long they last, and a way to renew them. */
export function InviteCode({
  team,
  base,
  changing: { pending, change },
}: {
  team: Team
  base: string
  changing: TeamChange
}) {
  const [days, setDays] = useState(String(codeDays.usual))
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
  const renew = () =>
    change(
      'code',
      () => renewCode(team.team_id, { days: Number(days), uses: Math.max(1, team.places_left) }),
      'Новый код готов',
    )

  return (
    <Panel title="Код приглашения">
      <div className={styles.form}>
        {code !== null && invite?.valid ? (
          <>
            <p className={styles.code}>{code}</p>
            <p className={styles.quiet}>
              Впустит ещё {counted(invite.uses_left, 'человека', 'человек', 'человек')}
              {ends && `, действует до ${showDateTime(ends)} по Москве`}. Кто пришёл по ссылке или ввёл код, вступает
              без заявки.
            </p>
            <div className={styles.actions}>
              <Button kind="secondary" size="s" onClick={() => copy(link, 'Ссылка скопирована')}>
                Скопировать ссылку
              </Button>
              <Button kind="quiet" size="s" flush onClick={() => copy(code, 'Код скопирован')}>
                Скопировать код
              </Button>
              <Button
                kind="quiet"
                size="s"
                flush
                pending={pending === 'cancel-code'}
                onClick={() => change('cancel-code', () => cancelCode(team.team_id), 'Код больше не действует')}
              >
                Отменить код
              </Button>
            </div>
          </>
        ) : (
          <p className={styles.quiet}>
            {code === null ? 'С кодом люди вступают сразу, без заявки.' : 'Прежний код уже не действует.'}
          </p>
        )}
        {team.places_left > 0 && (
          <>
            <RadioGroup
              label="Сколько действует новый код"
              name="code_days"
              options={terms}
              value={days}
              onChange={setDays}
            />
            <p>
              <Button kind="secondary" size="s" pending={pending === 'code'} pendingText="Делаем код…" onClick={renew}>
                {code === null ? 'Создать код' : 'Заменить новым'}
              </Button>
            </p>
          </>
        )}
      </div>
    </Panel>
  )
}
