import Check from 'lucide-react/icons/check'
import Circle from 'lucide-react/icons/circle'
import { useState } from 'react'
import { formalName } from '#shared/people/full-name.ts'
import { trackPath } from '#shared/stages/addresses.ts'
import { showDateTime } from '#shared/time/moscow.ts'
import { PortalLink } from '#web/platform/navigation/PortalLink.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import { Panel } from '#web/platform/ui/Panel.tsx'
import { toDate } from '#web/platform/ui/StagePath/deadline.ts'
import { Tabs } from '#web/platform/ui/Tabs.tsx'
import type { StageDetails } from '#web/stages/queries.ts'
import { useStageAddress } from '#web/stages/use-stage-address.ts'
import { InviteCode } from './InviteCode.tsx'
import { InvitePeople } from './InvitePeople.tsx'
import { OwnProfile } from './OwnProfile.tsx'
import { type Team, useTeamChange } from './queries.ts'
import { Stories } from './Stories.tsx'
import { TeamActs } from './TeamActs.tsx'
import styles from './TeamFormation.module.css'
import { TeamHead } from './TeamHead.tsx'
import { TeamRequests } from './TeamRequests.tsx'
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
      {!team.may_change && <Notice title="Состав уже не меняется">{team.reason}.</Notice>}
      <TeamSeats
        team={team}
        words={state.words}
        changing={changing}
        onCall={manages ? () => open(inviteTab) : undefined}
      />
      <div className={styles.cards}>
        <Panel title={state.complete ? 'Всё собрано' : 'Чего не хватает'}>
          <Missing team={team} state={state} stage={stage} />
        </Panel>
        {manages && <TeamRequests team={team} changing={changing} />}
        {manages && <InviteCode team={team} base={base} changing={changing} />}
        {!manages && team.about !== '' && (
          <Panel title="О команде">
            <p className={styles.about}>{team.about}</p>
          </Panel>
        )}
      </div>
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
        <PortalLink to={`${base}/list`}>Все команды</PortalLink>
      </p>
    </div>
  )
}

/** What still keeps the team from being complete; the reader's own part leads to the stages. */
function Missing({ team, state, stage }: Pick<OwnTeamProps, 'team' | 'state' | 'stage'>) {
  const { competition, track } = useStageAddress()
  const me = team.members.find((member) => member.me)
  const own = new Map(me?.lacks.map((lack) => [`${formalName(me)}: ${lack}`, lack]))
  if (state.complete)
    return (
      <ul className={styles.lacks}>
        <li data-met>
          <Check aria-hidden="true" />
          <span>Людей достаточно, и все выполнили условия этапа.</span>
        </li>
        {team.may_change && stage.end_date && (
          <li>
            <Circle aria-hidden="true" />
            <span>Состав можно менять до {showDateTime(toDate(stage.end_date))} по Москве.</span>
          </li>
        )}
      </ul>
    )
  return (
    <ul className={styles.lacks}>
      {state.lines.map((line) => (
        <li key={line}>
          <Circle aria-hidden="true" />
          {own.has(line) ? (
            <span>
              Вы: {own.get(line)}. <PortalLink to={trackPath(competition, track)}>К моим этапам</PortalLink>
            </span>
          ) : (
            <span>{line}</span>
          )}
        </li>
      ))}
    </ul>
  )
}
