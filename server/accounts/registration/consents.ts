import type { Tx } from '#server/db.ts'
import { sha256 } from '#server/platform/crypto/hashes.ts'
import type { ConsentDocument } from '#shared/accounts/registration/contract.ts'
import { wordingOf } from '#shared/platform/api/refusal-wording.ts'
import { Refusal, type RefusalCode } from '#shared/platform/api/refusals.ts'

export interface GivenConsent {
  code: string
  version: number
}

/** Refuses when a required document is not accepted in its current version. */
export function refuseWithoutConsents(documents: readonly ConsentDocument[], given: readonly GivenConsent[]): void {
  for (const { code, version, required } of documents) {
    const consent = given.find((each) => each.code === code)
    if (consent && consent.version !== version) throw refused('consent_outdated', code)
    if (!consent && required) throw refused('consent_required', code)
  }
}

function refused(refusal: RefusalCode, document: string): Refusal {
  return new Refusal(refusal, { fields: { [`consents.${document}`]: { rule: refusal, message: wordingOf(refusal) } } })
}

/** Stores who consented to which text, when, from where and for what purpose. Each text is stored once. */
export async function keepConsents(
  tx: Tx,
  of: { accountId: number; competitionCode: string; ip: string },
  documents: readonly ConsentDocument[],
  given: readonly GivenConsent[],
  now: Date,
): Promise<void> {
  const consented = documents.filter(({ code }) => given.some((each) => each.code === code))
  if (consented.length === 0) return
  const texts = new Map(consented.map(({ text }) => [sha256(text).toString('hex'), text]))
  await tx
    .insertInto('consent_texts')
    .values([...texts.values()].map((text) => ({ text_hash: sha256(text), text })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await tx
    .insertInto('consents')
    .values(
      consented.map(({ code, version, title, text, purpose, term }) => ({
        account_id: of.accountId,
        competition_code: of.competitionCode,
        document_code: code,
        document_version: version,
        document_title: title,
        text_hash: sha256(text),
        purpose,
        ...(term && { term }),
        given_at: now,
        ip: of.ip,
      })),
    )
    .execute()
}
