import { useQuery } from '@tanstack/react-query'
import { counted } from '#shared/time/plural.ts'
import { isFailure } from '#web/platform/api/failure.ts'
import { failureText } from '#web/platform/messages/failure-text.ts'
import { PortalLink, PortalLinkButton } from '#web/platform/navigation/PortalLink.tsx'
import { Button } from '#web/platform/ui/Button.tsx'
import { EmptyState } from '#web/platform/ui/EmptyState.tsx'
import { Heading } from '#web/platform/ui/Heading.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import { Panel } from '#web/platform/ui/Panel.tsx'
import { Skeleton } from '#web/platform/ui/Skeleton.tsx'
import { StatusBadge } from '#web/platform/ui/StatusBadge.tsx'
import { ComeIn } from './ComeIn.tsx'
import { InviteCode } from './InviteCode.tsx'
import { LeaveTeam } from './LeaveTeam.tsx'
import { OwnProfile } from './OwnProfile.tsx'
import { type Team, teamQuery } from './queries.ts'
import styles from './TeamFormation.module.css'
import { TeamMembers } from './TeamMembers.tsx'
import { TeamRequests } from './TeamRequests.tsx'
import { TeamSettings } from './TeamSettings.tsx'
import { useTeamChange } from './use-team-change.ts'

interface TeamPageProps {
  teamId: number
  stageId: number
  base: string
  /** Of the link by which the person came; empty without one. */
  code: string
}

/** A team: for a stranger who is in it and how to come in, for its people how far it is, for the captain what to do. */
export function TeamPage({ teamId, stageId, base, code }: TeamPageProps) {
  const { data, error, refetch } = useQuery(teamQuery(teamId, code))
  const changing = useTeamChange()
  if (!data) {
    if (!error) return <Skeleton lines={6} height="5rem" label="Загружаем команду…" />
    const missing = isFailure(error) && error.status === 404
    return (
      <EmptyState
        kind={missing ? 'found-nothing' : 'failed'}
        title={missing ? 'Такой команды нет' : 'Команда не загрузилась'}
        action={
          missing ? (
            <PortalLinkButton to={`${base}/list`}>Все команды</PortalLinkButton>
          ) : (
            <Button onClick={() => refetch()}>Повторить</Button>
          )
        }
      >
        {missing ? 'Возможно, её уже распустили.' : failureText(error)}
      </EmptyState>
    )
  }
  const inside = data.completeness !== null
  const manages = data.may.includes('manage')
  return (
    <div className={styles.page}>
      <TeamHead team={data} />
      {!data.may_change && inside && <Notice title="Состав уже не меняется">{data.reason}.</Notice>}
      {!inside && <ComeIn team={data} code={code} base={base} changing={changing} />}
      <div className={inside ? styles.columns : styles.page}>
        <div className={styles.page}>
          <TeamMembers team={data} changing={changing} />
          {manages && <TeamRequests team={data} changing={changing} />}
        </div>
        {inside && (
          <div className={styles.page}>
            {manages && <InviteCode team={data} base={base} changing={changing} />}
            {manages && <TeamSettings key={data.name} team={data} />}
            <OwnProfile stageId={stageId} looking={false} mayLook={false} />
          </div>
        )}
      </div>
      <div className={styles.actions}>
        <PortalLink to={`${base}/list`}>Все команды</PortalLink>
        <LeaveTeam team={data} base={base} changing={changing} />
      </div>
    </div>
  )
}

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
