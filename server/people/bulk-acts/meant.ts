import { type RawBuilder, sql } from 'kysely'
import { among, stageOf } from '#server/people/participants/among.ts'
import type { Season } from '#server/stages/season.ts'
import type { Audience } from '#shared/people/participants/audience.ts'

/** Participations `p` of an audience as it is now, without those who have joined since `asked`. */
export const meant = (season: Season, audience: Audience, asked: Date): RawBuilder<unknown> => sql`from participations p
  where p.competition_code = ${season.code} and p.joined_at <= ${asked}::timestamptz
    and ${sql.join(among(audience, stageOf(season, audience), asked), sql` and `)}`
