import { recordAudit } from '#server/platform/audit/record-audit.ts'
import type { Services } from '#server/services.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { quoted } from '#shared/platform/text/quoted.ts'
import { parseWire } from '#shared/platform/time/moscow.ts'
import { pagesBesideTracks } from '#shared/seasons/competitions/season-form.ts'
import { latestOf } from '#shared/stages/window.ts'
import { queueTrackNotices } from './give-out.ts'
import { type Place, titleOf, trackStage } from './places.ts'

/** Adds a track to the competition. Whether stages and the choice include it is set in their own settings. */
export async function addTrack(
  { db }: Services,
  actorId: number,
  competition: string,
  track: { code: string; title: string; description: string },
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const known = await tx.selectFrom('competitions').select('code').where('code', '=', competition).executeTakeFirst()
    if (!known) throw new Refusal('competition_not_found')
    if (pagesBesideTracks.includes(track.code)) throw new Refusal('track_taken')
    const last = await tx
      .selectFrom('tracks')
      .select((eb) => eb.fn.max('sort').as('sort'))
      .where('competition_code', '=', competition)
      .executeTakeFirst()
    const row = { code: track.code, title: track.title.trim(), description: track.description.trim() }
    const made = await tx
      .insertInto('tracks')
      .values({ competition_code: competition, ...row, sort: (last?.sort ?? 0) + 1 })
      .onConflict((conflict) => conflict.doNothing())
      .returning('code')
      .executeTakeFirst()
    if (!made) throw new Refusal('track_taken')
    await recordAudit(tx, {
      actorId,
      action: 'track_added',
      subject: `competition:${competition}`,
      detail: { competition, changes: [{ field: 'track', title: row.title }] },
    })
  })
}

/**
 * Extends the campaign after a track was added: the choice is open until the new end for everybody, and every stage
 * that closes later is moved by the same time. Participants are notified.
 */
export async function announceTrack(
  services: Services,
  actorId: number,
  place: Place,
  { track, closes_at, later_too }: { track: string; closes_at: string; later_too: boolean },
) {
  const { db, clock } = services
  const { season, stage, settings } = await trackStage(services, place)
  if (!settings.tracks.some(({ code }) => code === track)) throw new Refusal('unknown_track')
  const now = clock()
  const until = parseWire(closes_at)
  const before = stage.closesAt && latestOf([stage, ...stage.groupExtensions])
  if (!until || until <= now || !before || until <= before) {
    const message = before
      ? 'Новый срок должен быть позже нынешнего и ещё не наступить'
      : 'У этапа нет срока, продлевать нечего'
    throw new Refusal('form_invalid', { fields: { closes_at: { rule: 'min_value', message } } })
  }
  const more = until.getTime() - before.getTime()
  const later = later_too
    ? season.stages.filter(
        ({ id, published, closesAt }) => id !== stage.id && published && closesAt !== null && closesAt >= before,
      )
    : []
  const reason = `Добавлен трек ${quoted(titleOf(season, track))}`
  return db.transaction().execute(async (tx) => {
    await tx
      .insertInto('stage_extensions')
      .values(
        [
          { id: stage.id, at: until },
          ...later.map(({ id, closesAt }) => ({ id, at: new Date(Number(closesAt) + more) })),
        ].map(({ id, at }) => ({
          ...{ stage_id: id, audience: JSON.stringify({ all: [] }), closes_at: at },
          ...{ reason, granted_by: actorId, granted_at: now },
        })),
      )
      .execute()
    const people = await tx
      .selectFrom('participations')
      .select('account_id')
      .where('competition_code', '=', place.competition)
      .where('door', '=', 'participant')
      .where('disqualified_at', 'is', null)
      .execute()
    await queueTrackNotices(
      tx,
      stage.id,
      people.map(({ account_id }) => account_id),
      'new',
      track,
    )
    await recordAudit(tx, {
      actorId,
      action: 'track_announced',
      subject: `stage:${place.competition}/${place.code}`,
      detail: {
        competition: place.competition,
        stage: place.code,
        changes: [{ field: 'closes_at', title: reason, after: closes_at }],
        stages: later.map(({ code }) => code),
      },
    })
    return { told: people.length, extended: later.length + 1 }
  })
}
