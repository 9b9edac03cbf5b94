import type { FastifyReply } from 'fastify'
import type { Caller } from '#server/platform/http/handler.ts'
import type { ProtocolPlace } from '#server/review/cutoffs/confirm.ts'
import { protocolOf } from '#server/review/cutoffs/store.ts'
import type { Services } from '#server/services.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { ask, sendExport } from './exports.ts'

/** Orders a document or a table of a protocol. Who asks while one is being made gets that one. */
export async function askProtocolFile(
  services: Services,
  caller: Caller,
  { competition, number }: ProtocolPlace,
  format: 'docx' | 'csv' | 'xlsx',
): Promise<{ id: number }> {
  const { db } = services
  const { id: protocol_id, freezing, hash, stage_id } = await protocolOf(db, { competition, number })
  if (freezing !== null) throw new Refusal('protocol_freezing')
  const made = await db
    .selectFrom('exports')
    .select('id')
    .where('protocol_id', '=', protocol_id)
    .where('format', '=', format)
    .where('state', '=', 'waiting')
    .executeTakeFirst()
  if (made) return made
  const { code } = await db.selectFrom('stages').select('code').where('id', '=', stage_id).executeTakeFirstOrThrow()
  const file = { format, protocol_id, audience: {}, about: `Протокол № ${number}`, columns: [], reason: '' }
  const id = await ask(services, caller, competition, file, {
    action: 'protocol_printed',
    subject: `stage:${competition}/${code}`,
    detail: { stage: code, protocol: number, hash, format },
  })
  return { id }
}

/** How far a file is. */
export async function readProtocolFile({ db }: Services, place: ProtocolPlace, id: number) {
  const protocol = await protocolOf(db, place)
  const file = await db
    .selectFrom('exports')
    .select(['state', 'rows'])
    .where('id', '=', id)
    .where('protocol_id', '=', protocol.id)
    .executeTakeFirst()
  if (!file) throw new Refusal('export_not_found')
  return { ...file, of: protocol.summary.counts.people }
}

export async function sendProtocolFile(
  services: Services,
  caller: Caller,
  place: ProtocolPlace,
  { exportId, reply }: { exportId: number; reply: FastifyReply },
) {
  const { id, number } = await protocolOf(services.db, place)
  return sendExport(services, caller, { competition: place.competition, exportId, protocol: { id, number } }, reply)
}
