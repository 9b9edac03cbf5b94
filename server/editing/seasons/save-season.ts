import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { Tx } from '#server/db.ts'
import { peopleAt } from '#server/editing/stages/store.ts'
import { recordAudit } from '#server/platform/audit/record-audit.ts'
import type { Services } from '#server/services.ts'
import { inLines } from '#shared/forms/fields/answer.ts'
import type { AnswerData } from '#shared/forms/fields/field.ts'
import { validate } from '#shared/forms/fields/validate.ts'
import { type FieldFaults, Refusal } from '#shared/platform/api/refusals.ts'
import { quoted } from '#shared/platform/text/quoted.ts'
import { counted } from '#shared/platform/time/plural.ts'
import {
  type EditedSeason,
  seasonAnswer,
  seasonFaults,
  seasonForm,
  seasonOfAnswer,
} from '#shared/seasons/competitions/season-form.ts'
import { defaultTopics } from '#shared/seasons/competitions/topics.ts'
import { stageChanges } from '#shared/stages/stage-changes.ts'
import { lockSeason, type StoredSeason, shownSeason, stageOptions, storedSeason } from './stored-season.ts'

interface SavedSeason {
  revision: number
  answer: AnswerData
}

/** Saves an organiser's changes of a competition. Everybody sees them at once. */
export async function saveSeason(
  { db, clock }: Services,
  accountId: number,
  competition: string,
  { revision, answer: given }: SavedSeason,
) {
  const now = clock()
  return db.transaction().execute(async (tx) => {
    const stored = await lockSeason(tx, competition)
    if (stored.revision !== revision) throw new Refusal('season_edit_conflict')
    const form = seasonForm(stageOptions(stored))
    const answer = inLines(form, given)
    refuse({ ...seasonFaults(answer), ...validate(form, answer, { mode: 'hand_in', now }) })
    const edited = seasonOfAnswer(answer, stored.season)
    const changes = stageChanges(form, seasonAnswer(stored.season), seasonAnswer(edited))
    if (changes.length === 0) return shownSeason(stored)
    refuse(await dropFaults(tx, competition, stored, edited))
    await writeSeason(tx, competition, edited)
    await writeTracks(tx, competition, stored, edited)
    refuse(await writeStagesOfTracks(tx, stored, edited, { accountId, now }))
    const shown = shownSeason(await storedSeason(tx, competition))
    await recordAudit(tx, {
      actorId: accountId,
      action: 'season_edited',
      subject: `competition:${competition}`,
      detail: { competition, changes },
    })
    return shown
  })
}

function refuse(faults: FieldFaults): void {
  if (Object.keys(faults).length > 0) throw new Refusal('form_invalid', { fields: faults })
}

/** Faults of removed tracks: a track with people, stages or events cannot be removed. */
async function dropFaults(
  tx: Tx,
  competition: string,
  stored: StoredSeason,
  edited: EditedSeason,
): Promise<FieldFaults> {
  const gone = stored.season.tracks.filter(({ code }) => !edited.tracks.some((track) => track.code === code))
  const fault = (message: string) => ({ season_tracks: { rule: 'used', message } })
  for (const { code, title, stages } of gone) {
    if (stages.length > 0)
      return fault(`Трек ${quoted(title)} не убрать: у него есть свои этапы. Сначала снимите с них этот трек`)
    const { rows } = await sql<{ people: number; events: number }>`
      select (select count(*)::int from participations where competition_code = ${competition} and track_code = ${code}) as people,
        (select count(*)::int from offline_events where competition_code = ${competition} and track_code = ${code}) as events`.execute(
      tx,
    )
    const { people = 0, events = 0 } = rows[0] ?? {}
    if (people > 0)
      return fault(`Трек ${quoted(title)} не убрать: в нём ${counted(people, 'участник', 'участника', 'участников')}`)
    if (events > 0) return fault(`Трек ${quoted(title)} не убрать: для него назначены события`)
  }
  return {}
}

async function writeSeason(tx: Tx, competition: string, edited: EditedSeason): Promise<void> {
  const { title, tagline, description, layout, theme, copyright, news, rules, personal_data } = edited
  const { vk, telegram, ok, rutube, support_email, topics, starts_at, ends_at } = edited
  const orNull = (given: string) => given || null
  await tx
    .updateTable('competitions')
    .set((eb) => ({
      ...{ title, tagline, description, layout, theme, copyright },
      starts_at: starts_at === null ? null : new Date(starts_at),
      ends_at: ends_at === null ? null : new Date(ends_at),
      links: JSON.stringify({ news: orNull(news), rules: orNull(rules), personal_data: orNull(personal_data) }),
      social: JSON.stringify({
        vk: orNull(vk),
        telegram: orNull(telegram),
        ok: orNull(ok),
        rutube: orNull(rutube),
      }),
      support_email: orNull(support_email),
      // The usual topics are stored as none, so that they follow the portal's list.
      feedback_topics: JSON.stringify(isDeepStrictEqual(topics, [...defaultTopics]) ? [] : topics),
      revision: eb('revision', '+', 1),
    }))
    .where('code', '=', competition)
    .execute()
}

async function writeTracks(tx: Tx, competition: string, stored: StoredSeason, edited: EditedSeason): Promise<void> {
  const codes = edited.tracks.map(({ code }) => code)
  const gone = stored.season.tracks.filter(({ code }) => !codes.includes(code)).map(({ code }) => code)
  if (gone.length > 0)
    await tx.deleteFrom('tracks').where('competition_code', '=', competition).where('code', 'in', gone).execute()
  if (edited.tracks.length === 0) return
  await tx
    .insertInto('tracks')
    .values(
      edited.tracks.map(({ code, title, description }, sort) => ({
        competition_code: competition,
        ...{ code, title, description, sort },
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['competition_code', 'code']).doUpdateSet((eb) => ({
        title: eb.ref('excluded.title'),
        description: eb.ref('excluded.description'),
        sort: eb.ref('excluded.sort'),
      })),
    )
    .execute()
}

/** Stores which tracks see each stage. A stage is not taken from people who have worked at it. */
async function writeStagesOfTracks(
  tx: Tx,
  stored: StoredSeason,
  edited: EditedSeason,
  { accountId, now }: { accountId: number; now: Date },
): Promise<FieldFaults> {
  const faults: FieldFaults = {}
  for (const stage of stored.stages) {
    const tracks = edited.tracks.filter(({ stages }) => stages.includes(stage.code)).map(({ code }) => code)
    if (tracks.toSorted().join() === stage.tracks.toSorted().join()) continue
    const people = stage.published && tracks.length > 0 ? await peopleAt(tx, stage.id, tracks) : 0
    if (people > 0) {
      const number = edited.tracks.findIndex(({ code }) => tracks.includes(code))
      const of = counted(people, 'человек', 'человека', 'человек')
      const message = `На этапе ${quoted(stage.title)} уже работали люди других треков: ${of}`
      faults[`season_tracks.${number}.stages`] = { rule: 'used', message }
      continue
    }
    await tx.updateTable('stages').set({ tracks }).where('id', '=', stage.id).execute()
    // Unpublished edits of this stage get the new tracks too. Whoever has the stage open learns of the change.
    await sql`insert into stage_edits as e (stage_id, revision, settings_version, saved_at, saved_by)
      select id, 1, settings_version, ${now}, ${accountId}::integer from stages where id = ${stage.id}
      on conflict (stage_id) do update set revision = e.revision + 1,
        data = jsonb_set(e.data, '{tracks}', ${JSON.stringify(tracks)}::jsonb)`.execute(tx)
  }
  return faults
}
