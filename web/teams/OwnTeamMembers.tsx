import { useQuery } from '@tanstack/react-query'
import { fullName } from '#shared/people/full-name.ts'
import { type GroupTeam, myTeamQuery } from './queries.ts'
import styles from './Teams.module.css'

/** The people of one's own team with what they write about themselves; their names are shown before that is loaded. */
export function OwnTeamMembers({ competition, members }: { competition: string; members: GroupTeam['members'] }) {
  const { data } = useQuery(myTeamQuery(competition))
  const profiles = new Map(data?.team?.members.map((person) => [person.user_id, person]))
  return (
    <ul className={styles.members} aria-label="Участники">
      {members.map((person) => {
        const more = profiles.get(person.user_id)
        return (
          <li key={person.user_id}>
            <p className={styles.who}>
              {fullName(person)}
              {more?.me && <span className={styles.quiet}> — это вы</span>}
            </p>
            {more?.skills && <p>{more.skills}</p>}
            {more?.about && <p className={styles.quiet}>{more.about}</p>}
          </li>
        )
      })}
    </ul>
  )
}
