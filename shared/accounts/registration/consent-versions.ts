import type { Static } from 'typebox'
import type { consentDocument } from './routes.ts'

type ConsentDocument = Static<typeof consentDocument>

/** The parts that a person agrees to: a change of any of them makes a new version. */
const agreed = ({ title, text, purpose, term = '' }: ConsentDocument) => JSON.stringify([title, text, purpose, term])

/**
 * The documents with their versions: a document that differs from the published one gets the next version, a document
 * that is not published yet keeps its own.
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
