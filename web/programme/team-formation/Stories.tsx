import { PersonLine } from '#web/programme/regional-teams/PersonLine.tsx'
import type { Team, TeamMember } from './queries.ts'
import styles from './TeamFormation.module.css'

/** What the people of a team tell each other about themselves. */
export function Stories({ team }: { team: Team }) {
  return (
    <ul className={styles.stories} aria-label="Рассказы о себе">
      {team.members.map((member) => (
        <PersonLine
          key={member.user_id}
          person={member}
          role={roleWords(member)}
          silent={member.me ? 'Вы ещё не рассказали о себе' : 'Пока без рассказа о себе'}
        />
      ))}
    </ul>
  )
}

const roleWords = ({ captain, me }: TeamMember): string =>
  [me && 'это вы', captain && 'капитан'].filter(Boolean).join(', ')
