import { sql } from 'kysely'
import type { Services } from '#server/services.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'

/** The kind of document by the refusal for a document of another account. */
const kinds = { passport_exists: 'passport', snils_exists: 'snils' } as const

/** Runs the act; if it is refused because of another account's document, the pair gets onto the board of duplicates. */
export async function notingClash<T>(
  { db, clock }: Services,
  accountId: number,
  hashOf: (kind: 'passport' | 'snils') => Buffer | null,
  act: () => Promise<T>,
): Promise<T> {
  try {
    return await act()
  } catch (error) {
    const code = error instanceof Refusal ? error.code : ''
    const kind = code === 'passport_exists' || code === 'snils_exists' ? kinds[code] : null
    const hash = kind && hashOf(kind)
    if (hash)
      await sql`insert into document_clashes (account_id, other_id, kind, at)
        select least(d.account_id, ${accountId}::int), greatest(d.account_id, ${accountId}::int), d.kind, ${clock()}
        from personal_documents d where d.kind = ${kind} and d.blind_index = ${hash} and d.account_id <> ${accountId}
        on conflict do nothing`.execute(db)
    throw error
  }
}
