import { sql } from 'kysely'
import type { Tx } from '#server/db.ts'
import { addJob } from '#server/platform/jobs/jobs.ts'
import type { Task } from '#server/platform/jobs/task.ts'
import type { Services } from '#server/services.ts'
import { lockStage } from '#server/stages/one-stage.ts'
import type { SeasonStage } from '#server/stages/season.ts'
import { chooseTracksFacts } from '#shared/kinds/choose_tracks/kind.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { giveTrack } from './give-track.ts'
import { lockPlaces, placesLeft, settingsOf, takenPlaces, titleOf } from './places.ts'
import { type TrackMessage, tellOfTrack } from './tell-of-track.ts'

const every = 60_000
const lookAgainMs = 24 * 3_600_000
const batch = 500

export const trackJobs = (services: Services): Record<string, Task> => ({
  settle_tracks: async () => {
    await scheduleTracks(services, every)
    await settleTracks(services)
  },
  tell_of_track: (message: TrackMessage) => tellOfTrack(services, message),
})

export const scheduleTracks = ({ db, clock }: Services, pause = 0) =>
  db
    .transaction()
    .execute((tx) =>
      addJob(tx, 'settle_tracks', {}, { runAt: new Date(clock().getTime() + pause), jobKey: 'settle_tracks' }),
    )

/** Gives the usual track to people who have not chosen, and the team's track to new members. */
export async function settleTracks(services: Services): Promise<void> {
  const { db, seasons, clock } = services
  const rows = await db
    .selectFrom('stages')
    .select('competition_code')
    .distinct()
    .where('type', '=', chooseTracksFacts.type)
    .where('published', '=', true)
    .execute()
  for (const { competition_code: code } of rows)
    for (const stage of (await seasons.of(db, code))?.stages ?? []) {
      if (stage.type !== chooseTracksFacts.type || !stage.published) continue
      const { default_track: usual, whose } = settingsOf(stage)
      if (whose === 'team') await followCaptains(services, stage)
      if (usual !== '' && stage.closesAt && stage.closesAt <= clock()) await giveUsual(services, stage, usual)
    }
}

/**
 * People without a track after the end of the stage get the usual one. A person with a longer window is checked when
 * that window ends. A draft that is still to be handed in comes first.
 */
async function giveUsual(services: Services, stage: SeasonStage, code: string): Promise<void> {
  const { db, seasons, clock } = services
  const now = clock()
  for (let after = 0; ; ) {
    const { rows } = await sql<{ account_id: number }>`
      select p.account_id from participations p
      where p.competition_code = ${stage.competitionCode} and p.door = 'participant' and p.disqualified_at is null
        and p.account_id > ${after}
        and not exists (select from track_places l where l.stage_id = ${stage.id} and l.account_id = p.account_id)
        and not exists (select from track_looks k
          where k.stage_id = ${stage.id} and k.account_id = p.account_id and k.due_at > ${now})
        and not (${stage.submitDraftAtEnd} and exists (select from stage_drafts d
          where d.stage_id = ${stage.id} and d.account_id = p.account_id and d.due_at is not null))
      order by p.account_id limit ${batch}`.execute(db)
    for (const { account_id: accountId } of rows)
      await db.transaction().execute(async (tx) => {
        const found = await lockOrNull(tx, seasons, accountId, stage.id, now)
        const refused =
          found?.state.status === 'not_allowed' && found.facts.failedAt !== null && !found.facts.disqualified
        if (found && (found.state.status === 'timeover' || refused)) {
          const title = titleOf(found.all.season, code)
          await giveTrack(tx, { stageId: stage.id, accountId, code, title, way: 'default' }, now)
          await addJob(tx, 'tell_of_track', { stageId: stage.id, accountId, what: 'usual' })
          return
        }
        const end = found?.state.window.closesAt
        const due_at = end && end > now ? end : new Date(now.getTime() + lookAgainMs)
        await tx
          .insertInto('track_looks')
          .values({ stage_id: stage.id, account_id: accountId, due_at })
          .onConflict((conflict) => conflict.columns(['stage_id', 'account_id']).doUpdateSet({ due_at }))
          .execute()
      })
    after = rows.at(-1)?.account_id ?? 0
    if (rows.length < batch) return
  }
}

const lockOrNull = (...of: [Parameters<typeof lockStage>[0], Services['seasons'], number, number, Date]) =>
  lockStage(of[0], of[1], of[2], { stageId: of[3] }, of[4]).catch((error: unknown) => {
    if (error instanceof Refusal) return null
    throw error
  })

/** Notifies a member who waits for a place in the team's track, once. */
async function tellFullOnce(
  tx: Tx,
  { stageId, accountId, code }: { stageId: number; accountId: number; code: string },
  now: Date,
): Promise<void> {
  const told = await tx
    .insertInto('track_looks')
    .values({ stage_id: stageId, account_id: accountId, due_at: now, full_told_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(['stage_id', 'account_id'])
        .doUpdateSet({ full_told_at: now })
        .where('track_looks.full_told_at', 'is', null),
    )
    .returning('account_id')
    .executeTakeFirst()
  if (told) await addJob(tx, 'tell_of_track', { stageId, accountId, what: 'full', track: code })
}

/** Members who joined a team after its captain chose get the team's track, as long as there is a place. */
async function followCaptains(services: Services, stage: SeasonStage): Promise<void> {
  const { db, seasons, clock } = services
  const now = clock()
  const { rows } = await sql<{ account_id: number; captain: number; code: string }>`
    select m.account_id, c.account_id as captain, l.track_code as code
    from formed_teams t
    join formed_team_members c on c.team_id = t.id and c.state = 'active' and c.role = 'captain'
    join track_places l on l.stage_id = ${stage.id} and l.account_id = c.account_id and l.track_code is not null
      and l.asked_code is null
    join formed_team_members m on m.team_id = t.id and m.state = 'active' and m.account_id <> c.account_id
    left join track_places o on o.stage_id = ${stage.id} and o.account_id = m.account_id
    where t.competition_code = ${stage.competitionCode} and t.dissolved_at is null
      and (o.account_id is null or (o.way <> 'organiser' and o.track_code is distinct from l.track_code))
    order by m.account_id limit ${batch}`.execute(db)
  const { tracks } = settingsOf(stage)
  for (const { account_id: accountId, captain, code } of rows)
    await db.transaction().execute(async (tx) => {
      const found = await lockOrNull(tx, seasons, accountId, stage.id, now)
      const track = tracks.find((one) => one.code === code)
      if (!found || !track) return
      await lockPlaces(tx, stage.id)
      if (placesLeft(track, await takenPlaces(tx, stage.id, [accountId])) === 0) {
        await tellFullOnce(tx, { stageId: stage.id, accountId, code }, now)
        return
      }
      const title = titleOf(found.all.season, code)
      await giveTrack(tx, { stageId: stage.id, accountId, code, title, way: 'team', chosenBy: captain }, now)
      await addJob(tx, 'tell_of_track', { stageId: stage.id, accountId, what: 'captain' })
    })
}
