import { useNavigate } from '@tanstack/react-router'
import Ellipsis from 'lucide-react/icons/ellipsis'
import LogOut from 'lucide-react/icons/log-out'
import PencilLine from 'lucide-react/icons/pencil-line'
import { useState } from 'react'
import { fullName } from '#shared/platform/names/full-name.ts'
import { quoted } from '#shared/platform/text/quoted.ts'
import { session } from '#web/platform/api/portal-api.ts'
import { buttonClass } from '#web/platform/ui/button-class.ts'
import { Confirm } from '#web/platform/ui/Confirm.tsx'
import { Menu } from '#web/platform/ui/Menu.tsx'
import { removeMember, type Team, type TeamChange } from './queries.ts'
import styles from './TeamFormation.module.css'

interface TeamActsProps {
  team: Team
  base: string
  changing: TeamChange
  onStory: () => void
}

/** What a member may do: change the own story, or leave; the question says what then happens to the team. */
export function TeamActs({ team, base, changing, onStory }: TeamActsProps) {
  const navigate = useNavigate()
  const [asked, setAsked] = useState(false)
  const alone = team.members.length === 1

  // The list opens first: the page of a team that the person has left, or that is gone, has nothing to show.
  const leave = () =>
    changing.send(
      'leave',
      async () => {
        await removeMember(team.team_id, session.claims()?.test_id ?? 0)
        await navigate({ to: `${base}/list` })
      },
      `Вы вышли из команды ${quoted(team.name)}`,
    )

  return (
    <>
      <Menu
        trigger={
          <span className={styles.trigger}>
            <Ellipsis aria-hidden="true" />
            Действия
          </span>
        }
        triggerClass={buttonClass('secondary', 's', false, styles.menu)}
        items={[
          {
            id: 'story',
            label: 'Рассказать о себе',
            icon: <PencilLine aria-hidden="true" />,
            onAction: onStory,
          },
          ...(team.may.includes('leave')
            ? [
                {
                  id: 'leave',
                  label: alone ? 'Распустить команду' : 'Выйти из команды',
                  icon: <LogOut aria-hidden="true" />,
                  danger: true,
                  onAction: () => setAsked(true),
                },
              ]
            : []),
        ]}
      />
      {asked && (
        <Confirm
          title={alone ? 'Распустить команду?' : 'Выйти из команды?'}
          act={alone ? 'Распустить' : 'Выйти'}
          danger
          send={leave}
          onClose={() => setAsked(false)}
        >
          <p>{becomes(team)}</p>
        </Confirm>
      )}
    </>
  )
}

function becomes({ standing, members, name, may_change }: Team): string {
  const [next] = members.filter(({ me }) => !me)
  if (!may_change) {
    const after = 'Состав уже закреплён: вернуться или вступить в другую команду самому не получится.'
    if (!next) return `Кроме вас в команде ${quoted(name)} никого нет: она исчезнет. ${after}`
    const heir = standing === 'captain' ? ` Капитаном станет ${fullName(next)}.` : ''
    return `${after} Остальным это не повредит: ваше место в команде ${quoted(name)} будет засчитано.${heir}`
  }
  if (!next) return `Кроме вас в команде ${quoted(name)} никого нет: она исчезнет, а её название освободится.`
  const place = `Ваше место в команде ${quoted(name)} освободится.`
  return standing === 'captain' ? `${place} Капитаном станет ${fullName(next)}.` : place
}
