import { useQuery } from '@tanstack/react-query'
import { counted } from '#shared/time/plural.ts'
import { isFailure } from '#web/platform/api/failure.ts'
import { PortalLink, PortalLinkButton } from '#web/platform/navigation/PortalLink.tsx'
import { EmptyState } from '#web/platform/ui/EmptyState.tsx'
import { Heading } from '#web/platform/ui/Heading.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import { Panel } from '#web/platform/ui/Panel.tsx'
import { QueryStates } from '#web/platform/ui/QueryStates.tsx'
import { StatusBadge } from '#web/platform/ui/StatusBadge.tsx'
import { ComeIn } from './ComeIn.tsx'
import { InviteCode } from './InviteCode.tsx'
import { LeaveTeam } from './LeaveTeam.tsx'
import { OwnProfile } from './OwnProfile.tsx'
import { type Team, teamQuery, useTeamChange } from './queries.ts'
import styles from './TeamFormation.module.css'
import { TeamMembers } from './TeamMembers.tsx'
import { TeamRequests } from './TeamRequests.tsx'
import { TeamSettings } from './TeamSettings.tsx'

interface TeamPageProps {
  teamId: number
  stageId: number
  base: string
  /** Of the link by which the person came; empty without one. */
  code: string
}

/** A team: for outsiders who is in it and how to join, for its people how far it is, for the captain what to do. */
export function TeamPage({ teamId, stageId, base, code }: TeamPageProps) {
  const query = useQuery(teamQuery(teamId, code))
  const changing = useTeamChange()
  return (
    <QueryStates
      of={[query]}
      loading="Загружаем команду…"
      failed="Команда не загрузилась"
      lines={6}
      height="5rem"
      failure={(error) => isFailure(error) && error.status === 404 && <NoSuchTeam base={base} />}
    >
      {(team) => {
        const inside = team.completeness !== null
        const manages = team.may.includes('manage')
        return (
          <div className={styles.page}>
            <TeamHead team={team} />
            {!team.may_change && inside && <Notice title="Состав уже не меняется">{team.reason}.</Notice>}
            {!inside && <ComeIn team={team} code={code} base={base} changing={changing} />}
            <div className={inside ? styles.columns : styles.page}>
              <div className={styles.page}>
                <TeamMembers team={team} changing={changing} />
                {manages && <TeamRequests team={team} changing={changing} />}
              </div>
              {inside && (
                <div className={styles.page}>
                  {manages && <InviteCode team={team} base={base} changing={changing} />}
                  {manages && <TeamSettings key={team.name} team={team} />}
                  <OwnProfile stageId={stageId} looking={false} mayLook={false} />
                </div>
              )}
            </div>
            <div className={styles.actions}>
              <PortalLink to={`${base}/list`}>Все команды</PortalLink>
              <LeaveTeam team={team} base={base} changing={changing} />
            </div>
          </div>
        )
      }}
    </QueryStates>
  )
}

const NoSuchTeam = ({ base }: { base: string }) => (
  <EmptyState
    kind="found-nothing"
    title="Такой команды нет"
    action={<PortalLinkButton to={`${base}/list`}>Все команды</PortalLinkButton>}
  >
    Возможно, её уже распустили.
  </EmptyState>
)

const stateWords: Record<string, { look: 'done' | 'due' | 'waiting' | 'shut'; words: string }> = {
  draft: { look: 'due', words: 'Собирается' },
  complete: { look: 'done', words: 'Собрана' },
  locked: { look: 'shut', words: 'Состав закреплён' },
  under_check: { look: 'waiting', words: 'На проверке' },
  admitted: { look: 'done', words: 'Допущена' },
  rejected: { look: 'shut', words: 'Не допущена' },
}

function TeamHead({ team }: { team: Team }) {
  const state = stateWords[team.state]
  const { completeness } = team
  return (
    <section className={styles.section} aria-labelledby="team-name">
      <div className={styles.head}>
        <Heading level={2} size={2} id="team-name" className={styles.name}>
          {team.name}
        </Heading>
        {state && <StatusBadge look={state.look}>{state.words}</StatusBadge>}
      </div>
      {team.about !== '' && <p className={styles.about}>{team.about}</p>}
      {completeness && (
        <Panel title={`Состав: ${completeness.words}`}>
          {completeness.complete ? (
            <p>Команда собрана: людей достаточно, и все выполнили условия этапа.</p>
          ) : (
            <ul className={styles.lacks}>
              {completeness.lines.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          )}
        </Panel>
      )}
      {!completeness && team.places_left > 0 && (
        <p className={styles.quiet}>Ещё {counted(team.places_left, 'место', 'места', 'мест')}</p>
      )}
    </section>
  )
}
