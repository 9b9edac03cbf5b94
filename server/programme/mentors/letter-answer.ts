import { sql } from 'kysely'
import { sendFile } from '#server/forms/files/send-file.ts'
import type { Services } from '#server/services.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { formalName } from '#shared/platform/names/full-name.ts'
import { formatWire } from '#shared/platform/time/moscow.ts'
import type { GivenReason } from '#shared/programme/mentors/mentorship-status.ts'
import { type OfferLink, offerOfToken } from './answer-link.ts'
import { answerPerson, refuseWithoutReason } from './answer-person.ts'
import { takenPlaces } from './places.ts'

/** The offer of a link in a letter. Throws `mentor_link_over` when the offer has been replaced or has expired. */
async function offerAt({ db, config, clock }: Services, token: string) {
  const { of, assistant } = offerOfToken(config, token)
  const row = await db
    .selectFrom('mentor_choices as c')
    .innerJoin('accounts as a', 'a.id', 'c.account_id')
    .innerJoin('accounts as m', 'm.id', 'c.mentor_id')
    .innerJoin('mentor_profiles as p', 'p.account_id', 'c.mentor_id')
    .innerJoin('stages as s', 's.id', 'c.stage_id')
    .innerJoin('competitions as o', 'o.code', 's.competition_code')
    .innerJoin('participations as i', (join) =>
      join.onRef('i.account_id', '=', 'c.account_id').onRef('i.competition_code', '=', 's.competition_code'),
    )
    .leftJoin('dictionary_items as d', (join) => join.on('d.dict', '=', 'regions').onRef('d.id', '=', 'i.region'))
    .leftJoin('files as f', 'f.id', 'c.file_id')
    .select(['c.rank', 'c.reasons', 'c.comment', 'c.status', 'c.answered_by', 'c.offered_at', 'c.answer_until'])
    .select(['a.last_name', 'a.first_name', 'a.middle_name', 'd.value as region', 'p.capacity', 'p.assistant_email'])
    .select(['m.last_name as mentor_last', 'm.first_name as mentor_first', 'm.middle_name as mentor_middle'])
    .select(['s.title as stage', 'o.title as competition', 'f.id as file_id', 'f.name', 'f.type', 'f.scan'])
    .select(takenPlaces(sql.ref('p.account_id'), sql.ref('s.competition_code')).as('taken'))
    .select(
      sql<number>`(select count(*)::int from mentor_choices w join stages ws on ws.id = w.stage_id
        where w.mentor_id = c.mentor_id and w.status = 'accepted' and ws.competition_code = s.competition_code)`.as(
        'working',
      ),
    )
    .where('c.account_id', '=', of.accountId)
    .where('c.stage_id', '=', of.stageId)
    .where('c.mentor_id', '=', of.mentorId)
    .where('a.disabled_at', 'is', null)
    .where('m.disabled_at', 'is', null)
    .executeTakeFirst()
  const until = row?.answer_until
  if (!row || !until || row.offered_at?.getTime() !== of.offeredAt || until <= clock())
    throw new Refusal('mentor_link_over')
  // The link of an assistant is invalid once the mentor has named another one.
  if (assistant && !assistant(row.assistant_email)) throw new Refusal('mentor_link_over')
  return { of, row, until, assistant: assistant && { id: null, email: row.assistant_email, fio: '' } }
}

export async function readLetter(services: Services, token: string) {
  const { row, until } = await offerAt(services, token)
  const { mentor_last: last_name, mentor_first: first_name, mentor_middle: middle_name } = row
  return {
    mentor: formalName({ last_name, first_name, middle_name }),
    fio: formalName(row),
    region: row.region ?? '',
    competition: row.competition,
    stage: row.stage,
    rank: row.rank,
    reasons: row.reasons,
    comment: row.comment,
    user_file_name: row.name,
    status: row.status,
    by_other: row.answered_by === 'other',
    answer_until: formatWire(until),
    capacity: row.capacity,
    working: row.working,
  }
}

interface LetterAnswer {
  token: string
  accept: boolean
  reason?: GivenReason
  answer?: string
}

/** The answer of a mentor or an assistant without a login. The link itself proves who may answer. */
export async function answerLetter(services: Services, { token, ...said }: LetterAnswer) {
  refuseWithoutReason(said)
  const { of, assistant } = await offerAt(services, token)
  const by = assistant ? { by: 'assistant' as const, assistant } : { by: 'letter' as const }
  await answerPerson(services, { ...pairOf(of), ...said, ...by, offeredAt: of.offeredAt })
  return readLetter(services, token)
}

const pairOf = ({ accountId, stageId, mentorId }: OfferLink) => ({ accountId, stageId, mentorId })

export async function capacityByLetter(services: Services, token: string, capacity: number | null) {
  const { of } = await offerAt(services, token)
  await services.db.updateTable('mentor_profiles').set({ capacity }).where('account_id', '=', of.mentorId).execute()
  return readLetter(services, token)
}

export async function fileByLetter(services: Services, token: string, reply: Parameters<typeof sendFile>[0]) {
  const { row } = await offerAt(services, token)
  const { file_id: id, name, type, scan } = row
  if (id === null || name === null || type === null || scan === null) throw new Refusal('not_found')
  return sendFile(reply, services.disk, { id, name, type, scan })
}
