import type { Static } from 'typebox'
import type { consentDocument } from './routes.ts'

type ConsentDocument = Static<typeof consentDocument>

/** What a person agrees to: a change of any of it makes another version. */
const agreed = ({ title, text, purpose, term = '' }: ConsentDocument) => JSON.stringify([title, text, purpose, term])

/**
 * The documents with their versions: one that says something else than what people see now is the next version, and one
 * that nobody has seen yet is the first.
 */
export function withVersions(
  documents: readonly ConsentDocument[],
  published: readonly ConsentDocument[],
): ConsentDocument[] {
  const before = new Map(published.map((document) => [document.code, document]))
  return documents.map((document) => {
    const seen = before.get(document.code)
    if (!seen) return document
    return { ...document, version: agreed(seen) === agreed(document) ? seen.version : seen.version + 1 }
  })
}
