import type { RegistrationForm } from './queries.ts'

export interface GivenConsents {
  /** By the document's code: the version agreed to. */
  consents: Record<string, number>
  track: string
  promocode: string
}

type Asked = Pick<RegistrationForm, 'tracks'> & {
  documents: readonly Pick<RegistrationForm['documents'][number], 'code' | 'version'>[]
}

/** What this tab has kept of the step, as far as the form still asks for it: an older text was not agreed to anew. */
export function givenAgain({ tracks, documents }: Asked, kept: unknown): GivenConsents {
  const { consents, track, promocode } = (typeof kept === 'object' && kept !== null ? kept : {}) as Record<
    string,
    unknown
  >
  const versions = (typeof consents === 'object' && consents !== null ? consents : {}) as Record<string, unknown>
  const only = tracks.length === 1 ? (tracks[0]?.code ?? '') : ''
  return {
    consents: Object.fromEntries(
      documents.filter(({ code, version }) => versions[code] === version).map(({ code, version }) => [code, version]),
    ),
    track: tracks.find(({ code }) => code === track)?.code ?? only,
    promocode: typeof promocode === 'string' ? promocode : '',
  }
}
