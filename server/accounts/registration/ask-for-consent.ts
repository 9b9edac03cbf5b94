import { sql } from 'kysely'
import type { Db } from '#server/db.ts'
import { messagePerson } from '#server/messages/notifications/message-person.ts'
import { recordAudit } from '#server/platform/audit/record-audit.ts'
import { queued } from '#server/platform/jobs/jobs.ts'
import type { Services } from '#server/services.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { quoted } from '#shared/platform/text/quoted.ts'
import { formatWire } from '#shared/platform/time/moscow.ts'
import { type RegistrationPlace, registrationAt } from './registration-place.ts'

/** The newest version that each person agrees to, one row for a person and a document, without withdrawn consents. */
const agreeing = (competition: string) => sql`
  select c.document_code, c.account_id, max(c.document_version) as version
  from consents c join participations p on p.account_id = c.account_id and p.competition_code = c.competition_code
    and p.disqualified_at is null
  where c.competition_code = ${competition} and c.withdrawn_at is null
  group by c.document_code, c.account_id`

/** The present documents, with the number of people who agree to this version or to an earlier one. */
export async function documentsWithPeople(services: Services, place: RegistrationPlace, how?: 'whole') {
  const { db, readings } = services
  const { settings } = await registrationAt(db, services, place)
  const { competition } = place
  const read = async (reader: Db) => {
    const { rows } = await sql<{ document_code: string; version: number; people: number }>`
      select document_code, version, count(*)::int as people from (${agreeing(competition)}) as agreeing
      group by document_code, version`.execute(reader)
    return { rows }
  }
  const { rows, as_of } = await readings.figures({ competition, name: 'consents', read }, how)
  const asked = await db
    .selectFrom('consent_requests')
    .select(['document_code', 'document_version', 'asked_at'])
    .where('competition_code', '=', competition)
    .execute()
  const documents = settings.documents.map(({ code, title, version }) => {
    const people = (of: (each: number) => boolean) =>
      rows.reduce((sum, row) => sum + (row.document_code === code && of(row.version) ? row.people : 0), 0)
    const request = asked.find((each) => each.document_code === code && each.document_version === version)
    return {
      code,
      title,
      version,
      given: people((each) => each === version),
      earlier: people((each) => each < version),
      asked_at: request ? formatWire(request.asked_at) : null,
    }
  })
  return { as_of, documents }
}

/**
 * Asks everybody who agreed to an earlier version of a document to agree to this one. Meanwhile they take part as
 * before: the earlier consent is valid until it is withdrawn. A job for each person, because there may be many letters.
 */
export async function askForConsent(
  services: Services,
  actorId: number,
  place: RegistrationPlace,
  { document: code, version }: { document: string; version: number },
): Promise<void> {
  await services.db.transaction().execute(async (tx) => {
    const { settings } = await registrationAt(tx, services, place)
    const document = settings.documents.find((each) => each.code === code && each.version === version)
    if (!document) throw new Refusal('consent_asked_for')
    const { competition } = place
    const made = await tx
      .insertInto('consent_requests')
      .values({
        ...{ competition_code: competition, document_code: code, document_version: version },
        ...{ asked_at: services.clock(), asked_by: actorId },
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('document_code')
      .executeTakeFirst()
    if (!made) throw new Refusal('consent_asked_for')
    await sql`select ${queued(
      'tell_of_consent',
      sql`json_build_object('competition', ${competition}::text, 'document', ${code}::text, 'version', ${version}::int,
        'title', ${document.title}::text, 'accountId', account_id)`,
    )} from (${agreeing(competition)}) as agreeing where document_code = ${code} and version < ${version}`.execute(tx)
    await recordAudit(tx, {
      actorId,
      action: 'consent_asked_for',
      subject: `stage:${competition}/${place.code}`,
      detail: {
        ...{ competition, stage: place.code, document: code, version },
        changes: [{ field: 'document', title: quoted(document.title) }],
      },
    })
  })
}

export interface AskedConsent {
  competition: string
  document: string
  version: number
  title: string
  accountId: number
}

/** Sends the message to a person who has not agreed meanwhile. */
export async function tellOfConsent(services: Services, asked: AskedConsent): Promise<void> {
  const { competition, document, version, title, accountId } = asked
  await services.db.transaction().execute(async (tx) => {
    const agreed = await tx
      .selectFrom('consents')
      .select('id')
      .where('account_id', '=', accountId)
      .where('competition_code', '=', competition)
      .where('document_code', '=', document)
      .where('document_version', '>=', version)
      .executeTakeFirst()
    if (agreed) return
    await messagePerson(tx, services, accountId, {
      kind: 'stages',
      title: 'Документ изменился: нужно ваше согласие',
      text: `У документа ${quoted(title)} новая редакция. Прочитайте её и согласитесь. Прежнее согласие пока действует.`,
      link: { path: '/profile/consents', words: 'Открыть согласия' },
    })
  })
}
