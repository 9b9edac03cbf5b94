import type { Static } from 'typebox'
import type { teamCheckDraft } from './routes.ts'

/** A checker's unfinished check of a team. */
export type TeamCheckDraft = Static<typeof teamCheckDraft>
