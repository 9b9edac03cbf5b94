import type { RegistrationForm } from './queries.ts'

export interface GivenConsents {
  /** The accepted version by the code of the document. */
  consents: Record<string, number>
  track: string
  promocode: string
}

type Asked = {
  tracks: readonly Pick<RegistrationForm['tracks'][number], 'code'>[]
  documents: readonly Pick<RegistrationForm['documents'][number], 'code' | 'version'>[]
}

/** Stored choices of this tab that the form still asks for. A consent to an older text does not count. */
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
