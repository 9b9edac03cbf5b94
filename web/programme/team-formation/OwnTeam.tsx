import { useState } from 'react'
import { PortalLink } from '#web/platform/navigation/PortalLink.tsx'
import { Moments } from '#web/platform/ui/Moments.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import { Panel } from '#web/platform/ui/Panel.tsx'
import { Tabs } from '#web/platform/ui/Tabs.tsx'
import type { StageDetails } from '#web/stages/queries.ts'
import { HeadLetter } from './HeadLetter.tsx'
import { InviteCode } from './InviteCode.tsx'
import { InvitePeople } from './InvitePeople.tsx'
import { Missing } from './Missing.tsx'
import { OwnProfile } from './OwnProfile.tsx'
import { type Team, useTeamChange } from './queries.ts'
import { Replacement } from './Replacement.tsx'
import { Returned } from './Returned.tsx'
import { Stories } from './Stories.tsx'
import { TeamActs } from './TeamActs.tsx'
import styles from './TeamFormation.module.css'
import { TeamHead } from './TeamHead.tsx'
import { TeamRequests } from './TeamRequests.tsx'
import { TeamRoles } from './TeamRoles.tsx'
import { TeamSeats } from './TeamSeats.tsx'
import { TeamSettings } from './TeamSettings.tsx'

interface OwnTeamProps {
  team: Team
  state: NonNullable<Team['completeness']>
  stage: StageDetails
  base: string
}

const peopleTab = 'people'
const inviteTab = 'invite'
const storyTab = 'story'

/** The person's own team: its people as a picture, what is missing, for the captain who asks to join, then the rest. */
export function OwnTeam({ team, state, stage, base }: OwnTeamProps) {
  const changing = useTeamChange()
  const [tab, setTab] = useState(peopleTab)
  const manages = team.may.includes('manage')

  function open(next: string) {
    setTab(next)
    requestAnimationFrame(() => document.querySelector<HTMLElement>(`[role="tab"][data-key="${next}"]`)?.focus())
  }

  return (
    <div className={styles.page}>
      <TeamHead team={team} stage={stage} eyebrow="Ваша команда">
        <TeamActs team={team} base={base} changing={changing} onStory={() => open(storyTab)} />
      </TeamHead>
      {team.returned && <Returned team={team} returned={team.returned} complete={state.complete} changing={changing} />}
      {!team.may_change && (
        <Notice title="Состав уже не меняется">
          <Moments text={team.reason} />.
        </Notice>
      )}
      <TeamSeats
        team={team}
        words={state.words}
        changing={changing}
        onCall={manages ? () => open(inviteTab) : undefined}
      />
      <div className={styles.cards}>
        <Panel title={state.complete ? 'Всё собрано' : 'Чего не хватает'}>
          <Missing team={team} state={state} stage={stage} changing={changing} />
        </Panel>
        {team.roles.length > 0 && <TeamRoles team={team} changing={changing} />}
        {team.letter && <HeadLetter team={team} letter={team.letter} changing={changing} />}
        {manages && team.requests.length > 0 && <TeamRequests team={team} changing={changing} />}
        {manages && <InviteCode team={team} base={base} changing={changing} />}
        {!manages && team.about !== '' && (
          <Panel title="О команде">
            <p className={styles.about}>{team.about}</p>
          </Panel>
        )}
      </div>
      {team.replacement && <Replacement team={team} state={team.replacement} changing={changing} />}
      <Tabs
        label="О людях и о команде"
        keep
        selected={tab}
        onChange={setTab}
        items={[
          { id: peopleTab, title: 'Люди', content: <Stories team={team} /> },
          ...(manages
            ? [
                {
                  id: inviteTab,
                  title: 'Позвать',
                  content: <InvitePeople team={team} changing={changing} shown={tab === inviteTab} />,
                },
                { id: 'settings', title: 'О команде', content: <TeamSettings key={team.name} team={team} /> },
              ]
            : []),
          { id: storyTab, title: 'О себе', content: <OwnProfile /> },
        ]}
      />
      <p>
        <PortalLink alone to={`${base}/list`}>
          Все команды
        </PortalLink>
      </p>
    </div>
  )
}
