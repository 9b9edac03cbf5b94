import { sql } from 'kysely'
import type { Db, Tx } from '#server/db.ts'
import type { FieldOption } from '#shared/forms/fields/field.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { type EditedSeason, seasonAnswer, seasonForm } from '#shared/seasons/competitions/season-form.ts'
import { topicsOffered } from '#shared/seasons/competitions/topics.ts'
import { groupType } from '#shared/stages/tree.ts'

/** A competition with its tracks and stages, as it is now. */
export interface StoredSeason {
  revision: number
  season: EditedSeason
  stages: { id: number; code: string; title: string; type: string; tracks: string[]; published: boolean }[]
}

/** The competition. Throws `competition_not_found`. */
export async function storedSeason(db: Db | Tx, code: string): Promise<StoredSeason> {
  const row = await db.selectFrom('competitions').selectAll().where('code', '=', code).executeTakeFirst()
  if (!row) throw new Refusal('competition_not_found')
  const tracks = await db
    .selectFrom('tracks')
    .select(['code', 'title', 'description'])
    .where('competition_code', '=', code)
    .orderBy('sort')
    .orderBy('code')
    .execute()
  const stages = await db
    .selectFrom('stages')
    .select(['id', 'code', 'title', 'type', 'tracks', 'published'])
    .where('competition_code', '=', code)
    .orderBy('sort')
    .orderBy('id')
    .execute()
  const { links, social } = row
  return {
    revision: row.revision,
    stages,
    season: {
      title: row.title,
      tagline: row.tagline,
      description: row.description,
      starts_at: row.starts_at?.toISOString() ?? null,
      ends_at: row.ends_at?.toISOString() ?? null,
      layout: row.layout,
      theme: row.theme,
      news: links.news ?? '',
      rules: links.rules ?? '',
      personal_data: links.personal_data ?? '',
      vk: social.vk ?? '',
      telegram: social.telegram ?? '',
      ok: social.ok ?? '',
      rutube: social.rutube ?? '',
      copyright: row.copyright,
      support_email: row.support_email ?? '',
      topics: [...topicsOffered(row.feedback_topics)],
      tracks: tracks.map((track) => ({
        ...track,
        stages: stages.filter((stage) => stage.tracks.includes(track.code)).map((stage) => stage.code),
      })),
    },
  }
}

/** The competition for a change: locked until the transaction ends. */
export async function lockSeason(tx: Tx, code: string): Promise<StoredSeason> {
  // Stages first, as when a stage is published: two writers then never wait for each other.
  await sql`select from stages where competition_code = ${code} order by id for no key update`.execute(tx)
  await sql`select from competitions where code = ${code} for no key update`.execute(tx)
  return storedSeason(tx, code)
}

export const stageOptions = ({ stages }: Pick<StoredSeason, 'stages'>): FieldOption[] =>
  stages.filter(({ type }) => type !== groupType).map(({ code, title }) => ({ id: code, value: title }))

/** A competition as it is sent to the organiser. */
export const shownSeason = (stored: StoredSeason) => ({
  revision: stored.revision,
  form: seasonForm(stageOptions(stored)) as { version: number; sections: unknown[] },
  answer: seasonAnswer(stored.season) as Record<string, unknown>,
})
