import { useQuery } from '@tanstack/react-query'
import { PersonLine } from './PersonLine.tsx'
import { type GroupTeam, myTeamQuery } from './queries.ts'
import styles from './Teams.module.css'

/** The person's own team with what its people write about themselves; their names are shown before that is loaded. */
export function OwnTeamMembers({ competition, team }: { competition: string; team: GroupTeam }) {
  const { data } = useQuery(myTeamQuery(competition))
  const profiles = new Map(data?.team?.members.map((person) => [person.user_id, person]))
  return (
    <ul className={styles.people} aria-label="Рассказы о себе">
      {team.members.map((person) => {
        const more = profiles.get(person.user_id)
        return (
          <PersonLine
            key={person.user_id}
            person={more ?? person}
            {...(more?.me ? { role: 'это вы' } : {})}
            silent={more?.me ? 'Вы ещё не рассказали о себе' : 'Пока без рассказа о себе'}
          />
        )
      })}
    </ul>
  )
}
