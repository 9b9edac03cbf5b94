import { fullName } from '#shared/platform/names/full-name.ts'
import { Panel } from '#web/platform/ui/Panel.tsx'
import { Select } from '#web/platform/ui/Select.tsx'
import { nameDuty, type Team, type TeamChange, type TeamMember } from './queries.ts'
import styles from './TeamFormation.module.css'

const none = 'none'

/** Who has which role: everybody chooses their own, the captain anybody's. */
export function TeamRoles({ team, changing }: { team: Team; changing: TeamChange }) {
  const may = (member: TeamMember) => team.may.includes('leave') && (team.standing === 'captain' || member.me)
  const options = [{ value: none, label: 'Без роли' }, ...team.roles.map((role) => ({ value: role, label: role }))]
  return (
    <Panel title="Роли в команде">
      <div className={styles.section}>
        <p className={styles.quiet}>Каждая должна быть занята: {team.roles.join(', ')}.</p>
        <ul className={styles.plain}>
          {team.members.map((member) => (
            <li key={member.user_id}>
              {may(member) ? (
                <Select
                  name={`duty-${member.user_id}`}
                  label={member.me ? 'Ваша роль' : fullName(member)}
                  options={options}
                  value={member.duty || none}
                  disabled={changing.pending !== null}
                  onChange={(chosen) => {
                    const duty = chosen === none ? '' : chosen
                    if (duty === member.duty) return
                    const work = () => nameDuty(team.team_id, member.user_id, duty)
                    void changing.change(`duty-${member.user_id}`, work, 'Роль сохранена')
                  }}
                />
              ) : (
                <p>
                  <bdi>{fullName(member)}</bdi>: {member.duty || 'без роли'}
                </p>
              )}
            </li>
          ))}
        </ul>
      </div>
    </Panel>
  )
}
