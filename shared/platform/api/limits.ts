/**
 * Every rate limit of the API: how many calls in how many seconds, counted per client, per account or in all, in the
 * database.
 */
interface Limit {
  points: number
  seconds: number
  by: 'client' | 'account' | 'portal'
}

const minute = 60
const hour = 3600
const day = 24 * hour

export const limits = {
  login: { points: 30, seconds: minute, by: 'client' },
  registration: { points: 20, seconds: minute, by: 'client' },
  code_entry: { points: 30, seconds: minute, by: 'client' },
  restore: { points: 10, seconds: minute, by: 'client' },
  email_change: { points: 10, seconds: hour, by: 'account' },
  phone_change: { points: 10, seconds: hour, by: 'account' },
  password_change: { points: 20, seconds: hour, by: 'account' },
  export: { points: 5, seconds: hour, by: 'account' },
  upload: { points: 60, seconds: hour, by: 'account' },
  upload_piece: { points: 300, seconds: minute, by: 'account' },
  video_part: { points: 120, seconds: minute, by: 'account' },
  feedback: { points: 10, seconds: day, by: 'account' },
  feedback_client: { points: 40, seconds: day, by: 'client' },
  opinion: { points: 30, seconds: day, by: 'account' },
  invite: { points: 20, seconds: day, by: 'account' },
  invite_client: { points: 60, seconds: day, by: 'client' },
  team_code: { points: 30, seconds: hour, by: 'account' },
  team_code_client: { points: 3000, seconds: hour, by: 'client' },
  /** At one stage of teams, by all people. */
  team_code_all: { points: 500, seconds: 5 * minute, by: 'portal' },
  /** Wrong promo and entry codes, of one kind; `guess_all`: in one competition, from all addresses. */
  guess_client: { points: 60, seconds: hour, by: 'client' },
  guess_all: { points: 100, seconds: 5 * minute, by: 'portal' },
  team_invite: { points: 30, seconds: day, by: 'account' },
  team_change: { points: 120, seconds: hour, by: 'account' },
  team_comment: { points: 120, seconds: hour, by: 'account' },
  meeting: { points: 120, seconds: hour, by: 'account' },
  meeting_answer: { points: 30, seconds: hour, by: 'account' },
  assistant_change: { points: 10, seconds: day, by: 'account' },
  booking: { points: 60, seconds: hour, by: 'account' },
  client_errors: { points: 20, seconds: minute, by: 'client' },
} as const satisfies Record<string, Limit>

export type LimitName = keyof typeof limits
