import { Type } from 'typebox'
import type { FormSchema } from '#shared/forms/field.ts'
import { formSchema } from '#shared/forms/wire.ts'
import type { AdmissionCriteria } from '#shared/registration/admission.ts'
import { consentDocument } from '#shared/registration/routes.ts'
import { stageKind } from '#shared/stages/kind.ts'

/** What a person consents to: the whole text as it was in this version. */
export interface ConsentDocument {
  code: string
  title: string
  text: string
  version: number
  required: boolean
  /** What the data are used for, as the record of the consent keeps it. */
  purpose: string
}

/**
 * Settings of a registration stage. The form may ask whatever it likes; these names mean something to the portal:
 * last_name, first_name, middle_name, birth_date, citizenship, region, education_level, manage_age (full years of
 * management experience), and reg_passport and snils, which are kept sealed.
 */
export interface RegistrationSettings {
  form: FormSchema
  documents: ConsentDocument[]
  /** «Что понадобится», line by line. */
  needed: string[]
  /** Asked of participants; supporters come as they are. */
  admission: AdmissionCriteria
  doors: { participant: boolean; supporter: boolean }
  /** A person looks at every application; otherwise whoever is admitted is in at once. */
  manual_check: boolean
  asks_promocode: boolean
  promocodes?: string[]
  /** Numbers outside +7 9xx may register. */
  foreign_phones?: boolean
  /** Beginnings of numbers that may not, such as +7900123. */
  blocked_phones?: string[]
  /** What the organiser says on the registration page. */
  text: string
}

const whole = Type.Integer({ minimum: 0, maximum: 120 })

export const registrationKind = stageKind({
  type: 'registration',
  title: 'Регистрация',
  settings: Type.Object({
    form: formSchema,
    documents: Type.Array(consentDocument),
    needed: Type.Array(Type.String()),
    admission: Type.Object({
      age: Type.Optional(
        Type.Object({
          min: Type.Optional(whole),
          max: Type.Optional(whole),
          on: Type.Object({ year: Type.Integer(), month: Type.Integer(), day: Type.Integer() }),
        }),
      ),
      min_experience_years: Type.Optional(whole),
      education_levels: Type.Optional(Type.Array(Type.String())),
      citizenships: Type.Optional(Type.Array(Type.String())),
    }),
    doors: Type.Object({ participant: Type.Boolean(), supporter: Type.Boolean() }),
    manual_check: Type.Boolean(),
    asks_promocode: Type.Boolean(),
    promocodes: Type.Optional(Type.Array(Type.String())),
    foreign_phones: Type.Optional(Type.Boolean()),
    blocked_phones: Type.Optional(Type.Array(Type.String())),
    text: Type.String(),
  }),
  shownSettings: ['form', 'documents', 'needed', 'doors', 'asks_promocode', 'text'],
})

/** The fields whose values are kept sealed, and what they are. */
export const sealedFields = { reg_passport: 'passport', snils: 'snils' } as const
export type DocumentKind = (typeof sealedFields)[keyof typeof sealedFields]
