import { sql } from 'kysely'
import { addJob } from '#server/platform/jobs/jobs.ts'
import type { Task } from '#server/platform/jobs/task.ts'
import type { Services } from '#server/services.ts'
import { assembleTake } from './assemble-take.ts'
import { removeFilesOf } from './store.ts'
import { transcodeTake } from './transcode-take.ts'

const sweepEvery = 3_600_000
const batch = 200

export const interviewJobs = (services: Services): Record<string, Task> => ({
  assemble_take: ({ takeId }: { takeId: number }, job) => assembleTake(services, takeId, job),
  transcode_take: ({ takeId }: { takeId: number }) => transcodeTake(services, takeId),
  remove_old_videos: async () => {
    await scheduleInterviewJobs(services, sweepEvery)
    await removeOldVideos(services)
  },
})

/** Called at every start, by any number of processes. */
export const scheduleInterviewJobs = ({ db, clock }: Services, pause = 0): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const runAt = new Date(clock().getTime() + pause)
    await addJob(tx, 'remove_old_videos', {}, { runAt, jobKey: 'remove_old_videos' })
  })

/** Removes recordings whose retention time is over; their rows stay. */
export async function removeOldVideos(services: Services): Promise<number> {
  const { db, clock } = services
  for (let removed = 0; ; ) {
    const old = await db
      .selectFrom('video_takes as t')
      .innerJoin('stages as s', 's.id', 't.stage_id')
      .select(['t.id', 't.file_id', 't.voice_id', 't.play_id', 't.poster_id'])
      .where('t.state', '=', 'ready')
      .where('t.removed_at', 'is', null)
      .where(sql`coalesce((s.settings ->> 'retention_days')::int, 365)`, '>', 0)
      .where(
        sql<boolean>`t.settled_at < ${clock()}::timestamptz
          - make_interval(days => coalesce((s.settings ->> 'retention_days')::int, 365))`,
      )
      .orderBy('t.id')
      .limit(batch)
      .execute()
    if (old.length === 0) return removed
    for (const { id, file_id, voice_id, play_id, poster_id } of old) {
      // The files are removed first: if the process dies before the row is updated, the next run finds them again.
      await removeFilesOf(services, [file_id, voice_id, play_id, poster_id])
      await db.updateTable('video_takes').set({ removed_at: clock() }).where('id', '=', id).execute()
      removed += 1
    }
  }
}
