import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formalName, fullName } from '#shared/platform/names/full-name.ts'
import { outOf } from '#shared/platform/text/unbroken.ts'
import { Heading } from '#web/platform/ui/Heading.tsx'
import { Tabs } from '#web/platform/ui/Tabs.tsx'
import { OwnTeamMembers } from './OwnTeamMembers.tsx'
import { ProfilePanel } from './ProfilePanel.tsx'
import { type GroupTeam, groupQuery, myTeamQuery } from './queries.ts'
import { Seats } from './Seats.tsx'
import { TeamList } from './TeamList.tsx'
import { TeammatesPanel } from './TeammatesPanel.tsx'
import styles from './Teams.module.css'

const listTab = 'list'

/** The person's own team as a picture; then the teams of the region, the marks of teammates and the own story. */
export function RegionalTeams({ competition }: { competition: string }) {
  const { data } = useQuery(groupQuery(competition, 1, ''))
  const [tab, setTab] = useState(listTab)
  const own = data?.teams.find(({ my_team }) => my_team)
  if (!data || data.group === null) return <TeamList competition={competition} />
  const list = { id: listTab, title: 'Команды', content: <TeamList competition={competition} /> }
  const story = { id: 'story', title: 'О себе', content: <ProfilePanel competition={competition} /> }
  return (
    <div className={styles.page}>
      {own && <OwnTeam competition={competition} team={own} />}
      <Tabs
        label="Команды и люди"
        keep
        // Without a team of the person its tabs are not there, so the list is selected.
        selected={own || tab === story.id ? tab : listTab}
        onChange={setTab}
        items={
          own
            ? [
                list,
                { id: 'people', title: 'Люди', content: <OwnTeamMembers competition={competition} team={own} /> },
                {
                  id: 'marks',
                  title: 'Оценки',
                  content: <TeammatesPanel key={own.id} competition={competition} />,
                },
                story,
              ]
            : [list, story]
        }
      />
    </div>
  )
}

function OwnTeam({ competition, team }: { competition: string; team: GroupTeam }) {
  const { data } = useQuery(myTeamQuery(competition))
  const me = data?.team?.members.find((person) => person.me)?.user_id
  const { name, members, places_left: free } = team
  return (
    <Seats
      label={`Ваша команда: ${outOf(members.length, members.length + free)}`}
      seats={members.map((person) => ({
        id: person.user_id,
        name: fullName(person),
        listedName: formalName(person),
        note: person.user_id === me ? 'это вы' : 'участник',
        ready: null,
      }))}
      free={free}
    >
      <div className={styles.own}>
        <p>Ваша команда</p>
        <Heading level={2} size={1}>
          <bdi>{name}</bdi>
        </Heading>
      </div>
    </Seats>
  )
}
