import type { Tx } from '#server/db.ts'
import type { Config } from '#server/platform/config/config.ts'
import type { DocumentKind } from '#shared/accounts/registration/contract.ts'
import { keepDocument, readDocument } from './personal-documents.ts'

/**
 * Moves the documents of an account to another account of the same person, sealed with its key. A kind of document that
 * the other account already has is not moved. Returns the kinds that moved; `only` names those that may.
 */
export async function moveDocuments(
  tx: Tx,
  config: Pick<Config, 'dataKeys' | 'pepper'>,
  from: number,
  to: number,
  only?: readonly DocumentKind[],
): Promise<DocumentKind[]> {
  const rows = await tx
    .selectFrom('personal_documents')
    .select(['account_id', 'kind'])
    .where('account_id', 'in', [from, to])
    .execute()
  const has = (accountId: number, kind: DocumentKind) =>
    rows.some((row) => row.account_id === accountId && row.kind === kind)
  const moved: DocumentKind[] = []
  for (const { account_id, kind } of rows) {
    if (account_id !== from || has(to, kind) || only?.includes(kind) === false) continue
    const value = await readDocument(tx, config, from, kind)
    if (value === null) continue
    // A document can belong to only one account, so it is deleted before it is stored for the other.
    await tx.deleteFrom('personal_documents').where('account_id', '=', from).where('kind', '=', kind).execute()
    await keepDocument(tx, config, to, { kind, value })
    moved.push(kind)
  }
  return moved
}
