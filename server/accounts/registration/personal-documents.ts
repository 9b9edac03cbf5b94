import { findPersonalKey, findPersonalKeys, personalKey } from '#server/accounts/auth/personal-key.ts'
import type { Db, Tx } from '#server/db.ts'
import type { Config } from '#server/platform/config/config.ts'
import { keyedHash } from '#server/platform/crypto/hashes.ts'
import { seal, unseal } from '#server/platform/crypto/seal.ts'
import { isUniqueViolation } from '#server/platform/db/unique-violation.ts'
import { type DocumentKind, sealedFields } from '#shared/accounts/registration/contract.ts'
import { chosenId } from '#shared/forms/fields/field.ts'
import { homeCountry } from '#shared/forms/fields/rules.ts'
import { wordingOf } from '#shared/platform/api/refusal-wording.ts'
import { type FieldFaults, Refusal, type RefusalCode } from '#shared/platform/api/refusals.ts'

type Keys = Pick<Config, 'dataKeys' | 'pepper'>
type Answer = Readonly<Record<string, unknown>>

const names = Object.keys(sealedFields) as (keyof typeof sealedFields)[]

/** Splits the answer into plain values and documents that must be encrypted. */
export function withoutDocuments(answer: Answer) {
  const open = Object.fromEntries(Object.entries(answer).filter(([name]) => !(name in sealedFields)))
  const documents = names.flatMap((name) => {
    const value = answer[name]
    return typeof value === 'string' && value.trim() ? [{ kind: sealedFields[name], value: normalised(value) }] : []
  })
  return { open, documents }
}

/** Format faults of documents, by field. */
export function documentFaults(answer: Answer): FieldFaults {
  const { documents } = withoutDocuments(answer)
  const faults: FieldFaults = {}
  for (const name of names) {
    const document = documents.find(({ kind }) => kind === sealedFields[name])
    const code: RefusalCode = name === 'snils' ? 'snils_incorrect' : 'passport_incorrect'
    const sound =
      !document ||
      (document.kind === 'snils' ? isSnils(document.value) : isPassport(document.value, answer.citizenship))
    if (!sound) faults[name] = { rule: code, message: wordingOf(code) }
  }
  return faults
}

/** Eleven digits; the last two are a checksum of the first nine. */
export function isSnils(digits: string): boolean {
  if (!/^\d{11}$/.test(digits) || /^(\d)\1{8}/.test(digits)) return false
  const sum = [...digits.slice(0, 9)].reduce((total, digit, place) => total + Number(digit) * (9 - place), 0)
  return (sum % 101) % 100 === Number(digits.slice(9))
}

/** A Russian passport has ten digits; a foreign number can be anything that fits on a cover. */
function isPassport(value: string, citizenship: unknown): boolean {
  const country = chosenId(citizenship)
  return country === null || country === homeCountry
    ? /^\d{10}$/.test(value) && !/^(\d)\1{9}$/.test(value)
    : /^[\p{L}\d]{4,20}$/u.test(value)
}

const normalised = (value: string) => value.toUpperCase().replace(/[^\p{L}\d]/gu, '')

/** A hash by which equal numbers are found without decrypting them. */
const blindIndex = ({ pepper }: Keys, kind: DocumentKind, value: string): Buffer =>
  keyedHash(pepper, `document ${kind}`, value)

/** The hash of a document in an answer; null without that document. */
export function blindIndexIn(config: Keys, answer: Answer, kind: DocumentKind): Buffer | null {
  const document = withoutDocuments(answer).documents.find((each) => each.kind === kind)
  return document ? blindIndex(config, kind, document.value) : null
}

/** Encrypts a document. Throws `snils_exists` or `passport_exists` when another person has it, in any spelling. */
export async function keepDocument(
  tx: Tx,
  config: Keys,
  accountId: number,
  { kind, value }: { kind: DocumentKind; value: string },
): Promise<void> {
  const key = await personalKey(tx, config, accountId)
  const row = {
    sealed: seal(key, value, place(accountId, kind)),
    blind_index: blindIndex(config, kind, value),
  }
  await tx
    .insertInto('personal_documents')
    .values({ account_id: accountId, kind, ...row })
    .onConflict((conflict) => conflict.columns(['account_id', 'kind']).doUpdateSet(row))
    .execute()
    .catch((error: unknown) => {
      throw isUniqueViolation(error, 'personal_documents_are_one_persons') ? new Refusal(`${kind}_exists`) : error
    })
}

/** The decrypted document; null when there is none or its key was deleted. */
export async function readDocument(
  db: Db | Tx,
  config: Keys,
  accountId: number,
  kind: DocumentKind,
): Promise<string | null> {
  const row = await db
    .selectFrom('personal_documents')
    .select('sealed')
    .where('account_id', '=', accountId)
    .where('kind', '=', kind)
    .executeTakeFirst()
  const key = row && (await findPersonalKey(db, config, accountId))
  return row && key ? unseal(key, row.sealed, place(accountId, kind)).toString() : null
}

/** The decrypted documents of many people by account and kind, «17 passport»: two statements for any number. */
export async function readDocuments(
  db: Db | Tx,
  config: Keys,
  accountIds: readonly number[],
  kinds: readonly DocumentKind[],
): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('personal_documents')
    .select(['account_id', 'kind', 'sealed'])
    .where('account_id', 'in', [0, ...accountIds])
    .where('kind', 'in', [...kinds])
    .execute()
  const keys = await findPersonalKeys(
    db,
    config,
    rows.map(({ account_id }) => account_id),
  )
  return new Map(
    rows.flatMap(({ account_id, kind, sealed }) => {
      const key = keys.get(account_id)
      return key ? [[`${account_id} ${kind}`, unseal(key, sealed, place(account_id, kind)).toString()] as const] : []
    }),
  )
}

const place = (accountId: number, kind: DocumentKind) => `personal_documents:sealed:${accountId}/${kind}`
