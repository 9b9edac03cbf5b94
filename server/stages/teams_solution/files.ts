import type { FastifyReply, FastifyRequest } from 'fastify'
import { sendFile } from '#server/files/send-file.ts'
import { findFile } from '#server/files/store.ts'
import { uploadFile } from '#server/files/upload-file.ts'
import type { Services } from '#server/services.ts'
import { closed, refuseUnlessWorkable } from '#server/stages/one-stage.ts'
import { saveDraft } from '#server/stages/save-draft.ts'
import { draftOf, lastHandIn } from '#server/stages/work-owner.ts'
import { Refusal } from '#shared/api/refusals.ts'
import { longestUpload } from '#shared/stages/teams_solution/limits.ts'
import { solutionPage } from './read-solution.ts'
import { keepVersion } from './sections.ts'
import { filesIn, type InSolution, lockSolution, type SolutionFile, solutionStage } from './solution-stage.ts'

/**
 * Adds a file to the team's draft. It counts as sent when its first byte has reached the server, so it may arrive after the
 * end of the stage; until then the end waits for it.
 */
export async function addFile(services: Services, request: FastifyRequest, of: InSolution, receivedAt: Date) {
  const { db, clock } = services
  const at = await solutionStage(services, of, receivedAt)
  refuseUnlessWorkable(at.stage)
  refuseFull(at.settings.files, filesIn((await draftOf(db, at.owner))?.data).length)
  const { id } = await db
    .insertInto('solution_uploads')
    .values({ stage_id: of.stageId, team_id: at.owner.teamId, account_id: of.accountId, began_at: receivedAt })
    .returning('id')
    .executeTakeFirstOrThrow()
  try {
    const { url: _own, ...file } = await uploadFile(services, request, { accountId: of.accountId, purpose: 'file' })
    if (clock().getTime() - receivedAt.getTime() > longestUpload) throw closed(at.stage.state)
    await db.transaction().execute((tx) =>
      change(tx, services, of, receivedAt, (files, max) => {
        refuseFull(max, files.length)
        return [...files, file]
      }),
    )
  } finally {
    await db.updateTable('solution_uploads').set({ ended_at: clock() }).where('id', '=', id).execute()
  }
  const now = clock()
  return solutionPage(services, await solutionStage(services, of, now), now)
}

function refuseFull(max: number, count: number): void {
  if (count >= max) throw new Refusal('solution_files_full', { values: { max } })
}

/** Takes a file out of the draft. What was handed in keeps it. */
export async function dropFile(services: Services, { fileId, ...of }: InSolution & { fileId: string }) {
  const now = services.clock()
  const at = await services.db.transaction().execute((tx) =>
    change(tx, services, of, now, (files) => {
      const left = files.filter(({ file_id }) => file_id !== fileId)
      if (left.length === files.length) throw new Refusal('not_found')
      return left
    }),
  )
  return solutionPage(services, at, now)
}

async function change(
  tx: Parameters<typeof lockSolution>[0],
  services: Services,
  of: InSolution,
  receivedAt: Date,
  act: (files: SolutionFile[], max: number) => SolutionFile[],
) {
  const now = services.clock()
  const at = await lockSolution(tx, services, of, receivedAt)
  refuseUnlessWorkable(at.stage)
  const draft = await draftOf(tx, at.owner)
  const files = filesIn(draft?.data)
  const next = act(files, at.settings.files)
  await saveDraft(
    tx,
    { owner: at.owner, stage: at.stage, data: { ...draft?.data, files: next }, basedOn: undefined },
    now,
  )
  const names = (list: SolutionFile[]) => list.map(({ name }) => name).join('\n')
  await keepVersion(tx, at, { section: 'files', version: null, before: names(files), after: names(next) }, now)
  return at
}

/** Sends a file of the draft or of the hand-in to a member of the team. */
export async function sendSolutionFile(
  services: Services,
  reply: FastifyReply,
  { fileId, ...of }: InSolution & { fileId: string },
): Promise<undefined> {
  const { db, disk, clock } = services
  const { owner } = await solutionStage(services, of, clock())
  const [draft, handIn, file] = await Promise.all([draftOf(db, owner), lastHandIn(db, owner), findFile(db, fileId)])
  const named = [...filesIn(draft?.data), ...filesIn(handIn?.data)].some(({ file_id }) => file_id === fileId)
  if (!named || !file) throw new Refusal('not_found')
  return sendFile(reply, disk, file)
}
