import type { FastifyRequest } from 'fastify'
import type { Db, Tx } from '#server/db.ts'
import { receiveUpload } from '#server/forms/files/receive-upload.ts'
import { keepFile } from '#server/forms/files/upload-file.ts'
import type { Services } from '#server/services.ts'
import { durationToleranceMs, partMaxBytes, takeMaxBytes } from '#shared/kinds/videointerview/take-rules.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { queueAssembly } from './begin-take.ts'
import { interviewOf, refuseUnlessMayArrive } from './interview-stage.ts'
import { lockTake, ownTake, removeFilesOf, type Take } from './store.ts'

interface Part {
  takeId: number
  atByte: number
  sha256: string
}

/**
 * Keeps the next part of a take. A part that is sent again is acknowledged again. A part that leaves a gap, was damaged
 * on its way or differs from the first one is refused, and the refusal names the expected byte.
 */
export async function receivePart(services: Services, request: FastifyRequest, accountId: number, part: Part) {
  const { db, disk, clock } = services
  const take = await ownTake(db, accountId, part.takeId)
  if (!take) throw new Refusal('video_take_not_found')
  const now = clock()
  refuseUnlessMayArrive(await interviewOf(db, services, { accountId, stageId: take.stage_id }, now), now)
  return receiveUpload(disk, request, { accountId, maxBytes: partMaxBytes }, async ({ file }) => {
    const { size } = file
    if (file.sha256 !== part.sha256) throw refused('video_part_damaged', take)
    if (await isHere(db, take, part, size)) return acknowledged(take)
    refuseGap(take, part, size)
    const name = `part-${take.id}-${part.atByte}`
    const fileId = await keepFile(services, file, { account_id: accountId, purpose: 'video', name, type: take.type })
    let kept = false
    try {
      const { added, ...answer } = await addPart(services, { ...part, size, fileId }, now)
      kept = added
      return answer
    } finally {
      // If only the answer of the commit was lost, the take has the part.
      if (!kept) await removeFilesOf(services, [fileId], { unusedOnly: true })
    }
  })
}

/** Whether these bytes have arrived before. After the parts are joined there is nothing to compare with. */
async function isHere(db: Db | Tx, take: Take, { atByte, sha256 }: Part, size: number): Promise<boolean> {
  if (take.state !== 'recording' && take.state !== 'uploading') return atByte + size <= take.received
  if (atByte >= take.received) return false
  const first = await db
    .selectFrom('video_parts')
    .select(['size', 'sha256'])
    .where('take_id', '=', take.id)
    .where('at_byte', '=', atByte)
    .executeTakeFirst()
  if (first?.size !== size || first.sha256 !== sha256) throw refused('video_part_differs', take)
  return true
}

function refuseGap(take: Take, { atByte }: Part, size: number): void {
  if (take.state !== 'recording' && take.state !== 'uploading') throw new Refusal('video_take_over')
  if (atByte !== take.received) throw refused('video_part_gap', take)
  const seconds = (take.max_ms - durationToleranceMs) / 1000
  const most = take.total ?? takeMaxBytes(seconds)
  if (atByte + size > most) throw new Refusal('video_take_too_big')
}

/** The refusal explains the problem to people, and under `at_byte` gives the program the byte to continue from. */
const refused = (code: 'video_part_gap' | 'video_part_damaged' | 'video_part_differs', { received }: Take) =>
  new Refusal(code, { fields: { at_byte: { rule: 'expected', message: String(received) } } })

const acknowledged = ({ received, total, state }: Take) => ({ received, total, state })

function addPart({ db }: Services, part: Part & { size: number; fileId: string }, now: Date) {
  return db.transaction().execute(async (tx) => {
    const take = await lockTake(tx, part.takeId)
    if (!take) throw new Refusal('video_take_not_found')
    // Another request has stored the part meanwhile.
    if (await isHere(tx, take, part, part.size)) return { ...acknowledged(take), added: false }
    refuseGap(take, part, part.size)
    await tx
      .insertInto('video_parts')
      .values({ take_id: take.id, at_byte: part.atByte, size: part.size, sha256: part.sha256, file_id: part.fileId })
      .execute()
    const received = take.received + part.size
    const whole = take.state === 'uploading' && received === take.total
    const state = whole ? ('assembling' as const) : take.state
    await tx.updateTable('video_takes').set({ received, state, heard_at: now }).where('id', '=', take.id).execute()
    if (whole) await queueAssembly(tx, take.id)
    return { ...acknowledged({ ...take, received, state }), added: true }
  })
}
