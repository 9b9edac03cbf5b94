import { useQuery } from '@tanstack/react-query'
import { isFailure } from '#web/platform/api/failure.ts'
import { PortalLinkButton } from '#web/platform/navigation/PortalLink.tsx'
import { EmptyState } from '#web/platform/ui/EmptyState.tsx'
import { QueryStates } from '#web/platform/ui/QueryStates.tsx'
import type { StageDetails } from '#web/stages/queries.ts'
import { StageHead } from '#web/stages/StageHead.tsx'
import { OtherTeam } from './OtherTeam.tsx'
import { OwnTeam } from './OwnTeam.tsx'
import { teamQuery } from './queries.ts'

interface TeamPageProps {
  teamId: number
  stage: StageDetails
  base: string
  /** The code of the link by which the person came; empty without one. */
  code: string
}

/** A team: for outsiders who is in it and how to join, for its people how far it is, for the captain what to do. */
export function TeamPage({ teamId, stage, base, code }: TeamPageProps) {
  const query = useQuery(teamQuery(teamId, code))
  return (
    <>
      {query.data === undefined && query.error && <StageHead stage={stage} />}
      <QueryStates
        of={[query]}
        loading="Загружаем команду…"
        failed="Команда не загрузилась"
        lines={6}
        height="5rem"
        failure={(error) => isFailure(error) && error.status === 404 && <NoSuchTeam base={base} />}
      >
        {(team) =>
          team.completeness ? (
            <OwnTeam team={team} state={team.completeness} stage={stage} base={base} />
          ) : (
            <OtherTeam team={team} stage={stage} base={base} code={code} />
          )
        }
      </QueryStates>
    </>
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
