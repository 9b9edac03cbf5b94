import { type Static, Type } from 'typebox'
import type { FormSchema } from '#shared/forms/fields/field.ts'
import { answerData, formSchema } from '#shared/forms/fields/wire.ts'
import { setting, stageKind } from '#shared/stages/kind.ts'
import { registrationFacts } from './kind.ts'
import { admissionCriteria, consentDocument, consentGiven } from './routes.ts'

/** A document to consent to: its whole text in this version, and the purpose of the data. */
export type ConsentDocument = Static<typeof consentDocument>

/**
 * The form may have any fields. These names have a meaning for the portal: last_name, first_name, middle_name,
 * birth_date, citizenship, region, education_level, manage_age (full years of management experience), recommendations (a
 * group of questions), and reg_passport and snils, which are encrypted.
 */
const settings = Type.Object({
  text: setting(Type.String({ maxLength: 4000 }), {
    title: 'Текст на странице регистрации',
    hint: '',
    default: '',
    shown: true,
  }),
  needed: setting(Type.Array(Type.String({ maxLength: 300, title: 'Пункт' }), { maxItems: 30 }), {
    title: 'Что понадобится',
    hint: 'Список, который участник видит до начала.',
    default: [],
    shown: true,
  }),
  doors: setting(
    Type.Object({
      participant: Type.Boolean({ title: 'Участники регистрируются' }),
      supporter: Type.Boolean({ title: 'Сторонники регистрируются' }),
    }),
    { title: 'Кого принимаем', hint: '', default: { participant: true, supporter: true }, shown: true },
  ),
  admission: setting(admissionCriteria, {
    title: 'Условия допуска',
    hint: 'Действуют для участников. Сторонников принимаем без условий.',
    default: {},
    shown: false,
    ownEditor: true,
  }),
  manual_check: setting(Type.Boolean(), {
    title: 'Каждую заявку проверяет человек',
    hint: 'Иначе тот, кто прошёл условия допуска, принят сразу.',
    default: false,
    shown: false,
  }),
  asks_promocode: setting(Type.Boolean(), { title: 'Спрашивать промокод', hint: '', default: false, shown: true }),
  promocodes: setting(Type.Array(Type.String({ maxLength: 64 }), { maxItems: 1000 }), {
    title: 'Промокоды',
    hint: '',
    default: [],
    shown: false,
    secret: true,
  }),
  max_recommendations: setting(Type.Integer({ minimum: 0, maximum: 20 }), {
    title: 'Рекомендаций не больше',
    hint: 'Для вопроса анкеты с кодом recommendations. 0 — сколько угодно.',
    default: 0,
    shown: true,
  }),
  foreign_phones: setting(Type.Boolean(), {
    title: 'Принимать зарубежные номера',
    hint: 'Иначе подходят только номера, которые начинаются с +7 9.',
    default: false,
    shown: false,
  }),
  blocked_phones: setting(Type.Array(Type.String({ maxLength: 16 }), { maxItems: 200 }), {
    title: 'Номера, которые не принимаем',
    hint: 'Начало номера, например +7900123.',
    default: [],
    shown: false,
    secret: true,
  }),
  form: setting(Type.Unsafe<FormSchema>(formSchema), {
    title: 'Вопросы анкеты',
    hint: '',
    default: { version: 1, sections: [] },
    shown: true,
    ownEditor: true,
  }),
  documents: setting(Type.Array(consentDocument, { maxItems: 20 }), {
    title: 'Согласия',
    hint: '',
    default: [],
    shown: true,
    ownEditor: true,
  }),
})

export type RegistrationSettings = Static<typeof settings>

const door = Type.Union([Type.Literal('participant'), Type.Literal('supporter')])

/** What is sent with an application. It is stored in its own tables, with sensitive values encrypted. */
export const application = Type.Object({
  data: answerData,
  door: Type.Optional(door),
  track: Type.Optional(Type.String({ maxLength: 64 })),
  promocode: Type.Optional(Type.String({ maxLength: 64 })),
  invite: Type.Optional(Type.String({ maxLength: 64 })),
  consents: Type.Array(consentGiven, { maxItems: 20 }),
})

export const registrationKind = stageKind(registrationFacts, {
  settings,
  steps: [],
  answer: application,
  faults: null,
})

/** The encrypted fields and the kind of document in each. */
export const sealedFields = { reg_passport: 'passport', snils: 'snils' } as const
export type DocumentKind = (typeof sealedFields)[keyof typeof sealedFields]
