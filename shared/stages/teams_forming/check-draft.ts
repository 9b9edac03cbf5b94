import type { Static } from 'typebox'
import type { teamCheckDraft } from './routes.ts'

/** What a checker types about a team. */
export type TeamCheckDraft = Static<typeof teamCheckDraft>
