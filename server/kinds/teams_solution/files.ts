import type { FastifyReply } from 'fastify'
import type { Tx } from '#server/db.ts'
import { sendFile } from '#server/forms/files/send-file.ts'
import { findFile } from '#server/forms/files/store.ts'
import { fileOfUpload, ownUpload, type UploadRow } from '#server/forms/files/take-upload.ts'
import type { Services } from '#server/services.ts'
import { refuseUnlessWorkable } from '#server/stages/one-stage.ts'
import { saveDraft } from '#server/stages/save-draft.ts'
import { draftOf, lastHandIn } from '#server/stages/work-owner.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { uploadGraceMs } from '#shared/platform/files/limits.ts'
import { solutionPage } from './read-solution.ts'
import { keepVersion } from './sections.ts'
import {
  filesIn,
  type InSolution,
  lockSolution,
  type SolutionFile,
  type SolutionStage,
  solutionStage,
} from './solution-stage.ts'

/**
 * Adds a file that was uploaded in pieces to the team's draft. A file whose upload began before the end of the stage is
 * accepted after it too, and the end waits for it. Repeating the call changes nothing.
 */
export async function addFile(services: Services, { uploadId, ...of }: InSolution & { uploadId: string }) {
  const { db, clock } = services
  const before = await solutionStage(services, of, clock())
  const upload = await ownUpload(db, of.accountId, uploadId)
  // Size and kind were checked for the place for which the upload began.
  if (upload.stage_id !== of.stageId || upload.field !== 'files') throw new Refusal('upload_not_found')
  const refuse = () => refuseFullBefore(services, before)
  await fileOfUpload(services, { accountId: of.accountId, uploadId, purpose: ['file'], refuse }, async (row, made) => {
    const { url: _own, ...file } = made
    const now = clock()
    await db.transaction().execute(async (tx) => {
      const arrivedAt = await arrivalOf(tx, services, of, row, now)
      await change(tx, services, of, arrivedAt, (files, max) => {
        if (files.some(({ file_id }) => file_id === file.file_id)) return files
        refuseFull(max, files.length)
        return [...files, file]
      })
    })
  })
  const now = clock()
  return solutionPage(services, await solutionStage(services, of, now), now)
}

/** When the file counts as sent: now, or, if the stage has closed meanwhile, when its upload began. */
async function arrivalOf(tx: Tx, services: Services, of: InSolution, row: UploadRow, now: Date): Promise<Date> {
  const { stage } = await lockSolution(tx, services, of, now)
  const { closesAt } = stage.state.window
  const inTime =
    stage.state.status === 'timeover' &&
    closesAt !== null &&
    row.stage_id === of.stageId &&
    row.began_at < closesAt &&
    now.getTime() <= closesAt.getTime() + uploadGraceMs
  return inTime ? row.began_at : now
}

/** An early refusal avoids storing the file. The places are counted again with the team locked. */
async function refuseFullBefore({ db }: Services, { settings, owner }: SolutionStage): Promise<void> {
  refuseFull(settings.files, filesIn((await draftOf(db, owner))?.data).length)
}

function refuseFull(max: number, count: number): void {
  if (count >= max) throw new Refusal('solution_files_full', { values: { max } })
}

/** Removes a file from the draft. Earlier hand-ins keep it. */
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
  if (next === files) return at
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
