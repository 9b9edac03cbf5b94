import { useState } from 'react'
import { numbered, outOf } from '#shared/platform/text/unbroken.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { buttonClass } from '#web/platform/ui/button-class.ts'
import { Facts } from '#web/platform/ui/Facts.tsx'
import { Menu } from '#web/platform/ui/Menu.tsx'
import type { StagePanelProps } from '#web/stages/kind.ts'
import { StatusBadge } from '#web/stages/StatusBadge.tsx'
import { ChangeTeam, type TeamAct, teamActs } from './ChangeTeam.tsx'
import type { ListedTeam, Teams } from './panel-queries.ts'
import { TeamCheck } from './TeamCheck.tsx'
import styles from './TeamsFormingPanel.module.css'

const states = {
  draft: { look: 'neutral', text: 'Собирается' },
  complete: { look: 'due', text: 'Собрана' },
  locked: { look: 'waiting', text: 'Закреплена' },
  under_check: { look: 'waiting', text: 'На проверке' },
  admitted: { look: 'done', text: 'Допущена' },
  rejected: { look: 'shut', text: 'Не допущена' },
} as const

interface CheckedTeamProps {
  place: StagePanelProps
  team: ListedTeam
  size: Teams['size']
}

/** One team in the list, its check, and what else may be done with it. */
export function CheckedTeam({ place, team, size }: CheckedTeamProps) {
  const [checking, setChecking] = useState(false)
  const [act, setAct] = useState<TeamAct | null>(null)
  const { team_id, name, captain, members, ready, unfit, state, verdict_reason } = team
  const { look, text } = states[state]
  const facts = [
    numbered(team_id),
    `капитан ${captain}`,
    outOf(members, size.min === size.max ? size.max : `${size.min}–${size.max}`),
    ready < members && `сделали всё: ${ready}`,
    unfit > 0 && `не прошли проверку: ${unfit}`,
  ]
  return (
    <li className={styles.team}>
      <div className={styles.facts}>
        <strong>
          <bdi>{name}</bdi>
        </strong>
        <StatusBadge look={look}>{text}</StatusBadge>
        <p className={styles.quiet}>
          <Facts of={facts} />
        </p>
        {verdict_reason && <p className={styles.quiet}>Причина: {verdict_reason}</p>}
      </div>
      <div className={styles.row}>
        <Button kind="secondary" size="s" aria-label={`Проверить команду ${name}`} onClick={() => setChecking(true)}>
          Проверить
        </Button>
        <Menu
          trigger="Изменить"
          label={`Изменить команду ${name}`}
          triggerClass={buttonClass('quiet', 's')}
          items={teamActs.map(({ id, title, danger }) => ({
            ...{ id, label: title, onAction: () => setAct(id) },
            ...(danger && { danger }),
          }))}
        />
      </div>
      {checking && <TeamCheck place={place} teamId={team_id} name={name} onClose={() => setChecking(false)} />}
      {act && <ChangeTeam place={place} teamId={team_id} name={name} act={act} onClose={() => setAct(null)} />}
    </li>
  )
}
