import { useNavigate } from '@tanstack/react-router'
import { withWait } from '#shared/platform/api/wait-in-words.ts'
import { quoted } from '#shared/platform/text/quoted.ts'
import { session } from '#web/platform/api/portal-api.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Moments } from '#web/platform/ui/Moments.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import { joinTeam, removeMember, type Team, type TeamChange } from './queries.ts'
import styles from './TeamFormation.module.css'

interface ComeInProps {
  team: Team
  code: string
  base: string
  changing: TeamChange
}

/** What a person outside a team may do with it, or why nothing. */
export function ComeIn({ team, code, base, changing: { pending, change } }: ComeInProps) {
  const navigate = useNavigate()
  const me = session.claims()?.test_id ?? 0
  const can = (right: Team['may'][number]) => team.may.includes(right)
  const { team_id: id, name } = team

  async function join() {
    const withCode = team.code_fits === true ? code : ''
    if (await change('come', () => joinTeam(id, withCode), `Вы в команде ${quoted(name)}`)) await navigate({ to: base })
  }
  const request = () => change('come', () => joinTeam(id, ''), 'Заявка отправлена капитану')
  const drop = (done: string) => change('drop', () => removeMember(id, me), done)

  return (
    <div className={styles.section}>
      {team.code_wait !== null && (
        <Notice tone="warning" title="Код пока не проверить">
          {withWait('Слишком много попыток. Откройте ссылку снова через 1 минуту', team.code_wait)}.
        </Notice>
      )}
      {team.code_fits === false && (
        <Notice tone="warning" title="Код не подошёл">
          {team.code_replaced
            ? 'Капитан заменил или отменил этот код. Попросите у него новый.'
            : 'Он устарел, уже использован или введён с ошибкой. Попросите у капитана новый.'}
        </Notice>
      )}
      <Words team={team} />
      {team.may.length > 0 && (
        <div className={styles.actions}>
          {can('join') && (
            <Button pending={pending === 'come'} pendingText="Вступаем…" onClick={join}>
              Вступить в команду
            </Button>
          )}
          {can('request') && (
            <Button pending={pending === 'come'} pendingText="Отправляем заявку…" onClick={request}>
              Подать заявку
            </Button>
          )}
          {can('withdraw') && (
            <Button kind="secondary" pending={pending === 'drop'} onClick={() => drop('Заявка отозвана')}>
              Отозвать заявку
            </Button>
          )}
          {can('decline') && (
            <Button kind="quiet" pending={pending === 'drop'} onClick={() => drop('Приглашение отклонено')}>
              Отклонить приглашение
            </Button>
          )}
        </div>
      )}
    </div>
  )
}

function Words({ team }: { team: Team }) {
  const { standing, may } = team
  if (!team.may_change)
    return (
      <Notice title="Состав команд уже не меняется">
        <Moments text={team.reason} />.
      </Notice>
    )
  if (standing === 'requested')
    return <Notice title="Ваша заявка у капитана">Когда он ответит, вы получите уведомление.</Notice>
  if (team.in_team)
    return <p className={styles.quiet}>Вы уже в команде. Чтобы перейти в эту, сначала выйдите из своей.</p>
  if (standing === 'invited' && may.includes('join'))
    return <Notice tone="success" title="Капитан зовёт вас в эту команду" />
  if (team.code_fits === true && may.includes('join'))
    return <Notice tone="success" title="Код подошёл: можно вступить сразу" />
  if (team.places_left === 0) return <p className={styles.quiet}>Мест в команде больше нет.</p>
  if (may.includes('request')) return <p className={styles.quiet}>Капитан увидит ваше имя, регион и рассказ о себе.</p>
  return <p className={styles.quiet}>Эта команда не принимает заявки. Вступить можно по коду капитана.</p>
}
