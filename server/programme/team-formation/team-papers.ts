import type { FastifyReply } from 'fastify'
import { sql } from 'kysely'
import type { Db, Tx } from '#server/db.ts'
import { sendFile } from '#server/forms/files/send-file.ts'
import { findFile } from '#server/forms/files/store.ts'
import type { FileHolder } from '#server/forms/files/sweep-files.ts'
import type { Services } from '#server/services.ts'
import { withOwnFiles } from '#server/stages/forms/own-files.ts'
import type { FileAnswer, FormSchema } from '#shared/forms/fields/field.ts'
import { validate } from '#shared/forms/fields/validate.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { teamPaper } from '#shared/programme/team-formation/papers.ts'
import { formationStage } from './formation-stage.ts'
import { refuseUnlessCaptain } from './refuse-unless-captain.ts'
import { lockTeam, membershipIn, oneTeam } from './store.ts'

interface OfTeam {
  accountId: number
  teamId: number
}

/** The ids of the person's files in a field. Throws `form_invalid` with their faults. */
export async function ownPapers(
  db: Db | Tx,
  accountId: number,
  field: 'letter' | 'documents',
  files: readonly FileAnswer[],
  now: Date,
): Promise<string[]> {
  const form: FormSchema = {
    version: 1,
    sections: [{ code: field, title: teamPaper[field].label, fields: [teamPaper[field]] }],
  }
  const { data, fileIds, faults } = await withOwnFiles(db, accountId, form, { [field]: [...files] })
  const fields = { ...validate(form, data, { mode: 'draft', now }), ...faults }
  if (Object.keys(fields).length > 0) throw new Refusal('form_invalid', { fields })
  return fileIds
}

/** The captain attaches the letter from the head, replaces it, or removes it. */
export async function bringLetter(
  services: Services,
  { accountId, teamId, letter }: OfTeam & { letter: readonly FileAnswer[] },
): Promise<void> {
  const now = services.clock()
  await services.db.transaction().execute(async (tx) => {
    const stage = await refuseUnlessCaptain(tx, services.seasons, await lockTeam(tx, teamId), accountId, now)
    if (!stage.rules.letter) throw new Refusal('team_letter_not_asked')
    const [letter_file = null] = await ownPapers(tx, accountId, 'letter', letter, now)
    await tx.updateTable('formed_teams').set({ letter_file }).where('id', '=', teamId).execute()
  })
}

/** Sends the letter or a document of a replacement to a member of the team. */
export async function sendTeamFile(
  services: Services,
  reply: FastifyReply,
  { accountId, teamId, fileId }: OfTeam & { fileId: string },
): Promise<undefined> {
  const { db, seasons, clock } = services
  const { stage_id: stageId } = await oneTeam(db, teamId)
  await formationStage(db, seasons, { accountId, stageId }, clock())
  const standing = await membershipIn(db, teamId, accountId)
  if (standing?.state !== 'active') throw new Refusal('not_found')
  return sendPaper(services, reply, { teamId, fileId })
}

/** Sends a paper of the team. The caller has checked that the reader may see it. */
export async function sendPaper(
  { db, disk }: Services,
  reply: FastifyReply,
  { teamId, fileId }: { teamId: number; fileId: string },
): Promise<undefined> {
  const { rows } = await sql<{ named: boolean }>`
    select exists (select from formed_teams where id = ${teamId} and letter_file = ${fileId}) or exists (
      select from team_replacements r join team_replacement_files f on f.replacement_id = r.id
      where r.team_id = ${teamId} and f.file_id = ${fileId}) as named`.execute(db)
  const file = rows[0]?.named ? await findFile(db, fileId) : null
  if (!file) throw new Refusal('not_found')
  return sendFile(reply, disk, file)
}

/** Letters and documents of teams are kept as long as the teams and requests are. */
export const teamPapers: FileHolder = async (db, files) => {
  const { rows } = await sql<{ id: string }>`
    select letter_file as id from formed_teams where letter_file = any(${files.map(({ id }) => id)}::text[])
    union select file_id from team_replacement_files where file_id = any(${files.map(({ id }) => id)}::text[])`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

export async function paperOf(db: Db | Tx, fileId: string | null) {
  const file = fileId === null ? null : await findFile(db, fileId)
  return file ? { file_id: file.id, name: file.name } : null
}
