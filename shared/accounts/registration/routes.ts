import { Type } from 'typebox'
import { tokenAnswer } from '#shared/accounts/auth/routes.ts'
import { answerData, formSchema } from '#shared/forms/fields/wire.ts'
import { line, nullable, nullableString } from '#shared/platform/api/fields.ts'
import { refusedBy } from '#shared/platform/api/refused-by.ts'
import { route } from '#shared/platform/api/route.ts'

import { maxTypedEntryCode } from './entry-code.ts'

const idLength = { minLength: 16, maxLength: 128 }
const ownRegistration = Type.Optional(
  Type.String({
    ...idLength,
    description: 'Номер из ответа prepare; без него — регистрация, начатая в этом браузере (cookie)',
  }),
)
const code = Type.String({ minLength: 1, maxLength: 16 })
export const entryCode = Type.String({ minLength: 1, maxLength: maxTypedEntryCode })
const email = Type.String({ minLength: 1, maxLength: 254 })
const door = Type.Union([Type.Literal('participant'), Type.Literal('supporter')])

/** The state of an unfinished registration. The page opens at the first missing step. */
const progress = Type.Object({
  registration_id: Type.String(),
  email: Type.String(),
  phone: Type.String(),
  door,
  phone_confirmed: Type.Boolean(),
  email_confirmed: Type.Boolean(),
  reg_info_complete: Type.Boolean(),
  sms_repeat_after: Type.Integer({ description: 'Секунды до повтора СМС' }),
  email_repeat_after: Type.Integer({ description: 'Секунды до повтора письма' }),
})

export const consentDocument = Type.Object({
  code: Type.String(),
  title: line({}),
  text: Type.String(),
  version: Type.Integer(),
  required: Type.Boolean(),
  purpose: Type.String(),
  term: Type.Optional(Type.String({ maxLength: 300, description: 'Сколько действует; без него — пока не отозвано' })),
})

const years = (title: string) => Type.Optional(Type.Integer({ minimum: 0, maximum: 120, title }))
const codes = (title: string, description: string) => Type.Optional(Type.Array(Type.String(), { title, description }))

/** Whom a competition admits. */
export const admissionCriteria = Type.Object({
  age: Type.Optional(
    Type.Object(
      {
        min: years('Возраст от, лет'),
        max: years('Возраст до, лет'),
        on: Type.Object({ year: Type.Integer(), month: Type.Integer(), day: Type.Integer() }),
      },
      { title: 'Возраст' },
    ),
  ),
  min_experience_years: years('Управленческий опыт от, лет'),
  education_levels: codes('Образование', 'Коды справочника «Уровни образования».'),
  citizenships: codes('Гражданство', 'Коды справочника «Страны».'),
  regions: codes('Регион проживания', 'Коды справочника «Регионы».'),
})

export const consentGiven = Type.Object({
  code: Type.String({ maxLength: 64 }),
  version: Type.Integer({ minimum: 1, maximum: 100000 }),
})

export const registrationRoutes = {
  'GET /registration/:code/notify': route({
    access: 'public',
    summary: 'Что сказать на странице регистрации: открыта ли, сроки, двери, текст организатора',
    refuses: ['competition_not_found', 'registration_closed_participants'],
    response: Type.Object({
      open: Type.Boolean(),
      opens_at: nullableString,
      closes_at: nullableString,
      doors: Type.Object({ participant: Type.Boolean(), supporter: Type.Boolean() }),
      text: Type.String(),
    }),
  }),
  'GET /registration/:code/form': route({
    access: 'public',
    summary: 'Поля анкеты регистрации, документы согласий и список «что понадобится»',
    refuses: ['competition_not_found', 'registration_closed_participants'],
    response: Type.Object({
      form: formSchema,
      dictionaries: Type.Record(Type.String(), Type.Array(Type.Object({ id: Type.String(), value: Type.String() })), {
        description: 'Небольшие справочники целиком',
      }),
      documents: Type.Array(consentDocument),
      needed: Type.Array(Type.String()),
      asks_promocode: Type.Boolean(),
      criteria: Type.Array(Type.Object({ code: Type.String(), title: Type.String(), words: Type.String() }), {
        description: 'Кого принимаем, с числами; на сторонников не распространяется',
      }),
      admission: admissionCriteria,
      tracks: Type.Array(
        Type.Object({
          code: Type.String(),
          title: Type.String(),
          description: Type.String(),
          stages: Type.Integer({ description: 'Сколько этапов, кроме регистрации' }),
          opens_at: nullable(Type.String({ description: 'Начало первого из них' })),
          closes_at: nullable(Type.String({ description: 'Конец последнего' })),
        }),
      ),
    }),
  }),
  'POST /registration/:code/entry_code': route({
    access: 'public',
    summary: 'Проверить код позднего входа; регистрацию с ним начинают сразу после ответа',
    refuses: ['competition_not_found', 'registration_closed_participants', ...refusedBy.entryCode],
    limit: 'code_entry',
    params: Type.Object({ code: Type.String({ minLength: 1, maxLength: 64 }) }),
    body: Type.Object({ entry_code: entryCode }),
    response: Type.Object({ expires_at: Type.String({ description: 'До какого времени подать заявку' }) }),
  }),
  'POST /auth/register/prepare': route({
    access: 'public',
    summary: 'Начать регистрацию: почта и телефон; уходит СМС с кодом',
    refuses: [...refusedBy.registration, ...refusedBy.newPhone, ...refusedBy.entryCode, 'email_incorrect', 'sms_limit'],
    captcha: true,
    limit: 'registration',
    body: Type.Object({
      competition_code: Type.Optional(
        Type.String({ maxLength: 64, description: 'Без него — единственный конкурс, в который открыта регистрация' }),
      ),
      door: Type.Optional(door),
      email,
      phone: Type.String({ minLength: 1, maxLength: 32 }),
      invite: Type.Optional(Type.String({ maxLength: 64 })),
      entry_code: Type.Optional(Type.String({ ...entryCode, description: 'Для регистрации, которая уже закрыта' })),
    }),
    response: progress,
  }),
  'POST /auth/register/email_change': route({
    access: 'public',
    summary: 'Исправить адрес почты до её подтверждения',
    refuses: [...refusedBy.registration, 'email_incorrect'],
    captcha: true,
    limit: 'registration',
    body: Type.Object({ registration_id: ownRegistration, email }),
    response: progress,
  }),
  'POST /auth/register/phone_confirm': route({
    access: 'public',
    summary: 'Подтвердить телефон кодом из СМС; уходит письмо с кодом',
    refuses: [...refusedBy.registration, ...refusedBy.code, 'phone_exists'],
    captcha: true,
    limit: 'code_entry',
    body: Type.Object({ registration_id: ownRegistration, code }),
    response: progress,
  }),
  'POST /auth/register/email_confirm': route({
    access: 'public',
    summary: 'Подтвердить почту кодом из письма',
    refuses: [
      ...refusedBy.registration,
      'invalid_code',
      'email_code_expired',
      'too_many_code_attempts',
      'email_exists',
    ],
    limit: 'code_entry',
    body: Type.Object({ registration_id: ownRegistration, code }),
    response: progress,
  }),
  'POST /auth/register/sms_repeat': route({
    access: 'public',
    summary: 'Прислать новый код в СМС; прежний перестаёт действовать',
    refuses: [...refusedBy.registration, 'sms_limit'],
    captcha: true,
    limit: 'registration',
    body: nullable(Type.Object({ registration_id: ownRegistration })),
    response: progress,
  }),
  'POST /auth/register/email_code_request': route({
    access: 'public',
    summary: 'Прислать новый код письмом; прежний перестаёт действовать',
    refuses: refusedBy.registration,
    captcha: true,
    limit: 'registration',
    body: nullable(Type.Object({ registration_id: ownRegistration })),
    response: progress,
  }),
  'POST /auth/register/reg_info': route({
    access: 'public',
    summary: 'Сохранить сведения анкеты; с complete = true проверить её целиком',
    refuses: [...refusedBy.registration, ...refusedBy.admission],
    body: Type.Object({
      registration_id: ownRegistration,
      data: answerData,
      complete: Type.Optional(Type.Boolean()),
    }),
    response: progress,
  }),
  'POST /auth/register/progress': route({
    access: 'public',
    summary: 'Продолжить начатую регистрацию: где она остановилась и что уже отвечено',
    refuses: refusedBy.registration,
    limit: 'code_entry',
    body: Type.Object({
      registration_id: Type.String({
        ...idLength,
        description: 'Обязателен: в ответе личные данные, и одного браузера для них мало',
      }),
    }),
    response: Type.Object({ ...progress.properties, answer: answerData }),
  }),
  'POST /auth/register/complete': route({
    access: 'public',
    summary: 'Завершить регистрацию: пароль и согласия; отвечает токеном',
    refuses: [
      ...refusedBy.registration,
      ...refusedBy.admission,
      ...refusedBy.application,
      ...refusedBy.entryCode,
      ...refusedBy.newPassword,
      'email_exists',
      'phone_exists',
    ],
    body: Type.Object({
      registration_id: ownRegistration,
      password: Type.String({ minLength: 1, maxLength: 512 }),
      password_confirmation: Type.Optional(
        Type.String({ minLength: 1, maxLength: 512, description: 'Без него пароль сверил сам клиент' }),
      ),
      track: Type.Optional(Type.String({ maxLength: 64 })),
      promocode: Type.Optional(Type.String({ maxLength: 64 })),
      consents: Type.Optional(
        Type.Array(consentGiven, {
          maxItems: 20,
          description: 'Без них согласий нет. Редакция обязательна: согласие даётся тексту, который человек видел',
        }),
      ),
    }),
    response: tokenAnswer,
    status: 201,
  }),
}
