/** A person's relation to a team. `null` is a stranger. */
export type Standing = 'captain' | 'member' | 'requested' | 'invited' | null

export const teamRights = ['manage', 'leave', 'join', 'request', 'withdraw', 'decline'] as const
export type TeamRight = (typeof teamRights)[number]

export interface TeamSituation {
  standing: Standing
  /** The person is already in a team of the competition, this team or another. */
  inTeam: boolean
  placesLeft: number
  /** The team takes requests. */
  open: boolean
  /** The person has a valid invitation code. */
  codeFits: boolean
  /** The stage is open to the person, and the team has no verdict yet. */
  mayChange: boolean
  /** When `mayChange` is over: the team has no result yet, so its members may still leave. */
  mayLeave: boolean
}

/** What a person may do with a team now. The page offers exactly this. */
export function rightsIn(situation: TeamSituation): TeamRight[] {
  const { standing, inTeam, placesLeft, open, codeFits, mayChange, mayLeave } = situation
  if (!mayChange) return mayLeave && (standing === 'captain' || standing === 'member') ? ['leave'] : []
  if (standing === 'captain') return ['manage', 'leave']
  if (standing === 'member') return ['leave']
  const free = placesLeft > 0 && !inTeam
  const comes: TeamRight[] = free && (standing === 'invited' || codeFits) ? ['join'] : []
  if (standing === 'invited') return [...comes, 'decline']
  if (standing === 'requested') return [...comes, 'withdraw']
  return comes.length === 0 && free && open ? ['request'] : comes
}

/** The captain of these members, oldest first. When the captain's account is gone, the oldest member leads the team. */
export function captainOf<Member extends { role: 'captain' | 'member' }>(members: readonly Member[]): Member | null {
  return members.find(({ role }) => role === 'captain') ?? members[0] ?? null
}
