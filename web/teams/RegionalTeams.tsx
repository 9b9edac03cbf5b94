import { useQuery } from '@tanstack/react-query'
import { ProfilePanel } from './ProfilePanel.tsx'
import { groupQuery } from './queries.ts'
import { TeamList } from './TeamList.tsx'
import { TeammatesPanel } from './TeammatesPanel.tsx'
import styles from './Teams.module.css'

/** The teams of the person's region, what they write about themselves for the team, and their marks of its people. */
export function RegionalTeams({ competition }: { competition: string }) {
  const { data } = useQuery(groupQuery(competition, 1, ''))
  const inGroup = data !== undefined && data.group !== null
  return (
    <div className={styles.columns}>
      <TeamList competition={competition} />
      {inGroup && (
        <div className={styles.side}>
          <ProfilePanel competition={competition} />
          {data.team_id !== null && <TeammatesPanel key={data.team_id} competition={competition} />}
        </div>
      )}
    </div>
  )
}
