import { sql } from 'kysely'
import { keepConsents } from '#server/accounts/registration/consents.ts'
import type { Db, Tx } from '#server/db.ts'
import { recordAudit } from '#server/platform/audit/record-audit.ts'
import { readPage } from '#server/platform/db/read-page.ts'
import type { Services } from '#server/services.ts'
import type { ConsentDocument } from '#shared/accounts/registration/contract.ts'
import type { Page } from '#shared/platform/api/page.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { formatWire } from '#shared/platform/time/moscow.ts'

/** The documents that the competition's registration has now; empty without a registration. */
const documentsNow = sql<ConsentDocument[]>`coalesce((
  select s.settings -> 'documents' from stages s
  where s.competition_code = c.competition_code and s.type = 'registration' order by s.sort, s.id limit 1), '[]')`

/** The newest version that people who had agreed to an earlier one were asked to agree to. */
const askedFor = sql<number | null>`(select max(r.document_version) from consent_requests r
  where r.competition_code = c.competition_code and r.document_code = c.document_code)`

/** Whether people who agreed to the version `given` have been asked to agree to the version that is shown now. */
const isAskedAnew = (given: number, now: number | undefined, asked: number | null): boolean =>
  now !== undefined && given < now && asked === now

/** The person's consents, newest first, each with the text that the person agreed to. */
export async function listConsents(db: Db, accountId: number, page: Page) {
  const own = db
    .selectFrom('consents as c')
    .innerJoin('consent_texts as t', 't.text_hash', 'c.text_hash')
    .innerJoin('competitions', 'competitions.code', 'c.competition_code')
    .select([
      'c.id',
      'c.competition_code',
      'competitions.title as competition_title',
      'c.document_code',
      'c.document_title',
      'c.document_version',
      'c.purpose',
      'c.term',
      't.text',
      'c.given_at',
      'c.withdrawn_at',
      documentsNow.as('documents'),
      askedFor.as('asked'),
      sql<boolean>`not exists (select from consents later where later.account_id = c.account_id
        and later.competition_code = c.competition_code and later.document_code = c.document_code
        and later.id > c.id)`.as('newest'),
    ])
    .where('c.account_id', '=', accountId)
    .orderBy('c.id', 'desc')
  const { rows, count } = await readPage(own, page)
  return {
    consents: rows.map((row) => {
      const now = row.documents.find(({ code }) => code === row.document_code)
      const asked = row.withdrawn_at === null && isAskedAnew(row.document_version, now?.version, row.asked)
      const again = row.newest && now !== undefined && (row.withdrawn_at !== null || asked)
      return {
        id: row.id,
        competition_code: row.competition_code,
        competition_title: row.competition_title,
        document_code: row.document_code,
        title: row.document_title,
        version: row.document_version,
        purpose: row.purpose,
        term: row.term,
        text: row.text,
        given: formatWire(row.given_at),
        withdrawn: row.withdrawn_at && formatWire(row.withdrawn_at),
        required: now?.required ?? false,
        may_give_again: again,
        asked_anew: again && asked,
        /**
         * A consent is valid only for the text that the person sees, so the present version is shown when it has
         * changed.
         */
        text_now:
          again && now.version !== row.document_version
            ? { version: now.version, title: now.title, purpose: now.purpose, term: now.term ?? '', text: now.text }
            : null,
      }
    }),
    count,
  }
}

/** Withdraws a consent. Without a required one, the participation in that competition is suspended. */
export async function withdrawConsent(
  { db, clock }: Services,
  accountId: number,
  id: number,
): Promise<{ participation_ended: boolean }> {
  const now = clock()
  return db.transaction().execute(async (tx) => {
    const consent = await lockedConsent(tx, accountId, id)
    if (consent.withdrawn_at !== null) throw new Refusal('not_found')
    await tx
      .updateTable('consents')
      .set({ withdrawn_at: now })
      .where('account_id', '=', accountId)
      .where('competition_code', '=', consent.competition_code)
      .where('document_code', '=', consent.document_code)
      .where('withdrawn_at', 'is', null)
      .execute()
    const required = consent.documents.some(({ code, required }) => required && code === consent.document_code)
    if (required)
      await tx
        .updateTable('participations')
        .set({ withdrawn_at: now })
        .where('account_id', '=', accountId)
        .where('competition_code', '=', consent.competition_code)
        .where('withdrawn_at', 'is', null)
        .execute()
    await audit(tx, accountId, 'consent_withdrawn', consent)
    return { participation_ended: required }
  })
}

/** Gives a consent again, in its present version. When all required ones are given, the participation continues. */
export async function giveConsentAgain(
  { db, clock }: Services,
  of: { accountId: number; id: number; version: number; ip: string },
): Promise<{ participation_resumed: boolean }> {
  const now = clock()
  return db.transaction().execute(async (tx) => {
    const consent = await lockedConsent(tx, of.accountId, of.id)
    const document = consent.documents.find(({ code }) => code === consent.document_code)
    if (!document) throw new Refusal('not_found')
    const anew = isAskedAnew(consent.document_version, document.version, consent.asked)
    if (consent.withdrawn_at === null && !anew) throw new Refusal('not_found')
    if (document.version !== of.version) throw new Refusal('consent_outdated')
    const given = await givenNow(tx, of.accountId, consent.competition_code)
    if ((given.get(document.code) ?? 0) < document.version) {
      const place = { accountId: of.accountId, competitionCode: consent.competition_code, ip: of.ip }
      await keepConsents(tx, place, [document], [document], now)
      await audit(tx, of.accountId, 'consent_given_again', consent)
      given.set(document.code, document.version)
    }
    const whole = consent.documents.every(({ code, required }) => !required || given.has(code))
    const resumed = whole
      ? await tx
          .updateTable('participations')
          .set({ withdrawn_at: null })
          .where('account_id', '=', of.accountId)
          .where('competition_code', '=', consent.competition_code)
          .where('withdrawn_at', 'is not', null)
          .returning('account_id')
          .executeTakeFirst()
      : undefined
    return { participation_resumed: resumed !== undefined }
  })
}

/** The consent with its person locked, so that withdrawing and giving again run one after another. */
async function lockedConsent(tx: Tx, accountId: number, id: number) {
  await tx.selectFrom('accounts').select('id').where('id', '=', accountId).forNoKeyUpdate().execute()
  const consent = await tx
    .selectFrom('consents as c')
    .select(['c.id', 'c.competition_code', 'c.document_code', 'c.document_version', 'c.withdrawn_at'])
    .select([documentsNow.as('documents'), askedFor.as('asked')])
    .where('c.id', '=', id)
    .where('c.account_id', '=', accountId)
    .executeTakeFirst()
  if (!consent) throw new Refusal('not_found')
  return consent
}

async function givenNow(tx: Tx, accountId: number, competitionCode: string): Promise<Map<string, number>> {
  const rows = await tx
    .selectFrom('consents')
    .select(['document_code', sql<number>`max(document_version)`.as('version')])
    .where('account_id', '=', accountId)
    .where('competition_code', '=', competitionCode)
    .where('withdrawn_at', 'is', null)
    .groupBy('document_code')
    .execute()
  return new Map(rows.map(({ document_code, version }) => [document_code, version]))
}

const audit = (
  tx: Tx,
  accountId: number,
  action: string,
  consent: { id: number; competition_code: string; document_code: string },
) =>
  recordAudit(tx, {
    actorId: accountId,
    action,
    subject: `account:${accountId}`,
    detail: { competition: consent.competition_code, document: consent.document_code, consent: consent.id },
  })
