import { confirmPassword } from '#server/accounts/auth/confirm-password.ts'
import { recordAudit } from '#server/platform/audit/record-audit.ts'
import { wordType } from '#server/platform/documents/word-type.ts'
import type { OwnDataSource } from '#server/platform/personal-data/own-data.ts'
import type { Services } from '#server/services.ts'
import { showDateTime } from '#shared/platform/time/moscow.ts'
import { ownData } from './own-data.ts'

/** All data of the person, as a document to read or as JSON for other programs. Needs the password again. */
export async function exportOwnData(
  services: Services,
  sources: readonly OwnDataSource[],
  { accountId, password, format }: { accountId: number; password: string; format: 'docx' | 'json' },
): Promise<{ name: string; type: string; bytes: Buffer }> {
  await confirmPassword(services, accountId, password)
  const now = services.clock()
  const parts = await ownData(services, sources, accountId)
  await services.db
    .transaction()
    .execute((tx) =>
      recordAudit(tx, { actorId: accountId, action: 'own_data_exported', subject: `account:${accountId}` }),
    )
  if (format === 'json') {
    const kept = Object.fromEntries(parts.map(({ name, records }) => [name, records.map((record) => record.kept)]))
    return {
      name: 'my-data.json',
      type: 'application/json; charset=utf-8',
      bytes: Buffer.from(JSON.stringify({ made_at: now.toISOString(), ...kept }, null, 2)),
    }
  }
  // Large and rarely used, so it is loaded only here.
  const { ownDataDocument } = await import('./own-data-document.ts')
  return { name: 'my-data.docx', type: wordType, bytes: await ownDataDocument(parts, showDateTime(now)) }
}
