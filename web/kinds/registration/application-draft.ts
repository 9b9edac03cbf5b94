import { type AnswerData, type FormSchema, fieldsOf, isRecord } from '#shared/forms/fields/field.ts'
import type { Door, RegistrationForm, ReturnedApplication } from './queries.ts'

/** What an application asks besides its form. */
export interface ApplicationExtras {
  door: Door | null
  track: string | null
  promocode: string
  /** Accepted versions of documents, by code. */
  consents: Readonly<Record<string, number>>
}

export const noExtras: ApplicationExtras = { door: null, track: null, promocode: '', consents: {} }

/** Document numbers are never stored in a browser, which others may use. */
const documentField = /passport|snils/i

/** The draft as stored in this browser. */
export function draftOf(data: AnswerData, extras: ApplicationExtras): Record<string, unknown> {
  const kept = Object.entries(data).filter(([name]) => !documentField.test(name))
  return { form: Object.fromEntries(kept), extras }
}

/** Reads a draft. A consent to another version of a text does not count. */
export function readDraft(
  draft: Readonly<Record<string, unknown>>,
  documents: RegistrationForm['documents'],
): { data: Record<string, unknown>; extras: ApplicationExtras } {
  const extras = isRecord(draft.extras) ? draft.extras : {}
  const given = isRecord(extras.consents) ? extras.consents : {}
  const valid = documents.filter(({ code, version }) => given[code] === version)
  return {
    data: isRecord(draft.form) ? draft.form : {},
    extras: {
      door: extras.door === 'participant' || extras.door === 'supporter' ? extras.door : null,
      track: typeof extras.track === 'string' ? extras.track : null,
      promocode: typeof extras.promocode === 'string' ? extras.promocode : '',
      consents: Object.fromEntries(valid.map(({ code, version }) => [code, version])),
    },
  }
}

/**
 * The initial values of the editor: this browser's draft, otherwise the returned application. Document numbers, which
 * drafts do not contain, always come from the returned application.
 */
export function beginning(
  draft: Readonly<Record<string, unknown>>,
  returned: ReturnedApplication,
  documents: RegistrationForm['documents'],
): ReturnType<typeof readDraft> & { begun: boolean } {
  const kept = readDraft(draft, documents)
  const begun = Object.keys(kept.data).length > 0
  if (returned === null) return { ...kept, begun }
  const { data, consents, promocode, ...entered } = returned
  if (begun) {
    const numbers = Object.entries(data).filter(([name]) => documentField.test(name))
    return { ...kept, data: { ...Object.fromEntries(numbers), ...kept.data }, begun }
  }
  const given = Object.fromEntries(consents.map(({ code, version }) => [code, version]))
  const { extras } = readDraft({ extras: { ...entered, promocode: promocode ?? '', consents: given } }, documents)
  return { data, extras, begun: true }
}

/** Fills in the account's own names where the fields are empty. */
export function withOwnNames(
  schema: FormSchema,
  data: AnswerData,
  names: Readonly<Record<string, string>>,
): AnswerData {
  const asked = new Set(fieldsOf(schema).map(({ name }) => name))
  const usable = Object.entries(names).filter(([name, value]) => asked.has(name) && value && !data[name])
  return { ...data, ...Object.fromEntries(usable) }
}
