import type { Tx } from '#server/db.ts'
import type { Config } from '#server/platform/config/config.ts'
import type { DocumentKind } from '#shared/stages/registration/contract.ts'
import { keepDocument, readDocument } from './personal-documents.ts'

/**
 * Gives the documents of one account to another of the same person, sealed with the key of the other. A document that the
 * other has too stays where it is.
 */
export async function moveDocuments(
  tx: Tx,
  config: Pick<Config, 'dataKeys' | 'pepper'>,
  from: number,
  to: number,
): Promise<void> {
  const rows = await tx
    .selectFrom('personal_documents')
    .select(['account_id', 'kind'])
    .where('account_id', 'in', [from, to])
    .execute()
  const has = (accountId: number, kind: DocumentKind) =>
    rows.some((row) => row.account_id === accountId && row.kind === kind)
  for (const { account_id, kind } of rows) {
    if (account_id !== from || has(to, kind)) continue
    const value = await readDocument(tx, config, from, kind)
    if (value === null) continue
    // One document is one account's, so it leaves the first before it comes to the other.
    await tx.deleteFrom('personal_documents').where('account_id', '=', from).where('kind', '=', kind).execute()
    await keepDocument(tx, config, to, { kind, value })
  }
}
