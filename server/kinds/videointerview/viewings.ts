import type { FastifyReply, FastifyRequest } from 'fastify'
import { callerOfSession } from '#server/accounts/auth/authenticate.ts'
import type { Db, Tx } from '#server/db.ts'
import { findFile } from '#server/forms/files/store.ts'
import { recordAudit } from '#server/platform/audit/record-audit.ts'
import { sha256 } from '#server/platform/crypto/hashes.ts'
import { randomToken } from '#server/platform/crypto/random.ts'
import { sendAttachment } from '#server/platform/http/attachment.ts'
import { byteRange } from '#server/platform/http/byte-range.ts'
import type { Caller } from '#server/platform/http/handler.ts'
import { workToCheck } from '#server/review/checking/store.ts'
import { ownReading } from '#server/review/judging/read-reading.ts'
import type { Services } from '#server/services.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { interviewSettings } from './interview-stage.ts'
import { ownTake, type Take, takeById } from './store.ts'

/** A player requests a new address when this one has expired. */
const ticketMs = 2 * 3_600_000

type Right = { readingId: number } | { workId: number } | { own: true }

/**
 * An address at which this login plays a recording. For judges and checkers a line is written to the audit log. Where
 * the author is hidden and the stage requires it, only the voice is played.
 */
export async function openViewing(services: Services, caller: Caller, right: Right, fileId: string) {
  const { db, clock } = services
  const take = await takeOf(db, caller, right, fileId)
  if (!take) throw new Refusal('readingId' in right ? 'reading_not_found' : 'work_not_found')
  return ticketFor(services, caller, right, take.found, take.blind, clock())
}

/** Like `openViewing`, for the person's own take, chosen or not. */
export async function openOwnViewing(services: Services, caller: Caller, takeId: number) {
  const { db, clock } = services
  const take = await ownTake(db, caller.accountId, takeId)
  if (!take) throw new Refusal('video_take_not_found')
  return ticketFor(services, caller, { own: true }, take, false, clock())
}

async function ticketFor(services: Services, caller: Caller, right: Right, take: Take, blind: boolean, now: Date) {
  const { db, seasons } = services
  if (take.removed_at) throw new Refusal('video_removed')
  if (take.state !== 'ready' || take.file_id === null) throw new Refusal('video_not_ready')
  const code = await seasons.codeOf(db, take.stage_id)
  const stage = code === null ? undefined : (await seasons.of(db, code))?.byId.get(take.stage_id)
  if (!stage || code === null) throw new Refusal('stage_not_found')
  const own = 'own' in right
  const { voice_only, download: mayDownload } = interviewSettings(stage)
  const voice = !own && blind && voice_only
  const file_id = voice ? take.voice_id : (take.play_id ?? take.file_id)
  if (file_id === null) throw new Refusal('video_no_voice')
  const download = own || mayDownload
  const token = randomToken()
  await db.transaction().execute(async (tx) => {
    await tx.deleteFrom('video_tickets').where('expires_at', '<', now).execute()
    await tx
      .insertInto('video_tickets')
      .values({
        token_hash: sha256(token),
        account_id: caller.accountId,
        session_id: caller.sessionId,
        take_id: take.id,
        file_id,
        reading_id: 'readingId' in right ? right.readingId : null,
        work_id: 'workId' in right ? right.workId : null,
        voice,
        download,
        expires_at: new Date(now.getTime() + ticketMs),
      })
      .execute()
    if (own) return
    const subject = `stage:${code}/${stage.code}`
    const detail = { competition: code, stage: stage.code, take: take.id, voice }
    await recordAudit(tx, { actorId: caller.accountId, action: 'video_viewed', subject, detail })
  })
  return {
    url: `/api/v3/video/${token}`,
    poster: voice || take.poster_id === null ? null : `/api/v3/video/${token}?part=poster`,
    voice,
    download,
    seconds: Math.round((take.duration_ms ?? 0) / 1000),
  }
}

/** The recording in the work, if this caller may read the work now. */
async function takeOf(
  db: Db | Tx,
  caller: Caller,
  right: Right,
  fileId: string,
): Promise<{ found: Take; blind: boolean } | null> {
  if ('own' in right) return null
  const work =
    'readingId' in right ? await ownReading(db, caller, right.readingId) : await workToCheck(db, caller, right.workId)
  if (!work || ('abstained' in work && work.abstained !== null)) return null
  const found = await db
    .selectFrom('hand_in_files as h')
    .innerJoin('video_takes as t', 't.file_id', 'h.file_id')
    .selectAll('t')
    .where('h.hand_in_id', '=', work.hand_in_id)
    .where('h.file_id', '=', fileId)
    .executeTakeFirst()
  return found ? { found, blind: 'blind' in work && work.blind } : null
}

/** Sends the bytes that a player requests. Login and rights are checked each time. */
export async function sendVideo(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  { token, part }: { token: string; part: 'play' | 'poster' | 'download' },
) {
  const { db, disk, clock } = services
  const now = clock()
  const ticket = await db
    .selectFrom('video_tickets')
    .selectAll()
    .where('token_hash', '=', sha256(token))
    .where('expires_at', '>', now)
    .executeTakeFirst()
  const take = ticket && (await takeById(db, ticket.take_id))
  if (!ticket || !take || !(await isStillAllowed(services, ticket, take, now))) throw new Refusal('not_found')
  const id = part === 'poster' ? take.poster_id : ticket.file_id
  const file = id === null ? undefined : await findFile(db, id)
  const size = file && (await disk.sizeOf(file.id))
  if (!file || !size) throw new Refusal('not_found')
  if (part === 'download') {
    if (!ticket.download) throw new Refusal('no_access')
    const opened = await disk.open(file.id)
    if (!opened) throw new Refusal('not_found')
    return sendAttachment(reply, { name: file.name, type: file.type, body: opened.stream, size })
  }
  return sendRange(reply, { type: file.type, size, asked: request.headers.range }, (start, end) =>
    disk.openRange(file.id, start, end),
  )
}

interface Ticket {
  account_id: number
  session_id: string
  reading_id: number | null
  work_id: number | null
}

async function isStillAllowed(services: Services, ticket: Ticket, take: Take, now: Date): Promise<boolean> {
  const { account_id: accountId, session_id: sessionId, reading_id: readingId, work_id: workId } = ticket
  const login = await callerOfSession(services, { accountId, sessionId }, now)
  if (!login) return false
  if (readingId === null && workId === null) return take.account_id === accountId
  const right = readingId !== null ? { readingId } : { workId: workId ?? 0 }
  return (await takeOf(services.db, login.caller, right, take.file_id ?? '')) !== null
}

async function sendRange(
  reply: FastifyReply,
  { type, size, asked }: { type: string; size: number; asked: string | undefined },
  open: (start: number, end: number) => Promise<NodeJS.ReadableStream | null>,
): Promise<undefined> {
  const range = byteRange(asked, size)
  if (range === 'none') throw new Refusal('video_range')
  const [start, end] = range ?? [0, size - 1]
  const body = await open(start, end)
  if (!body) throw new Refusal('not_found')
  reply.headers({
    'Content-Type': type,
    'Content-Length': end - start + 1,
    'Content-Disposition': 'inline',
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'X-Content-Type-Options': 'nosniff',
    'Accept-Ranges': 'bytes',
    'Cache-Control': 'no-store',
    ...(range ? { 'Content-Range': `bytes ${start}-${end}/${size}` } : {}),
  })
  reply.code(range ? 206 : 200).send(body)
  return undefined
}
