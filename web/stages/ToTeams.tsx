import { trackPath } from '#shared/stages/addresses.ts'
import { PortalLink } from '#web/platform/navigation/PortalLink.tsx'

/** A link to the teams of a track, for a person without a team where one is needed. */
export const ToTeams = ({ competition, track }: { competition: string; track: string }) => (
  <PortalLink to={`${trackPath(competition, track)}/stages/teams_forming`}>К командам</PortalLink>
)
