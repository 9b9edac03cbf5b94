import type { Db } from '#server/db.ts'
import type { RegistrationSettings } from '#shared/accounts/registration/contract.ts'
import { lastCode, rightPassword } from './an-account.ts'
import type { TestApp } from './test-app.ts'

/** A competition whose registration asks for a name, a date of birth and documents. */
export async function aRegistration(
  db: Db,
  {
    code = 'ru_season_5',
    opensAt = null,
    closesAt = null,
    tracks = ['business'],
    ...settings
  }: Partial<RegistrationSettings> & {
    code?: string
    opensAt?: Date | null
    closesAt?: Date | null
    tracks?: string[]
  } = {},
): Promise<{ stageId: number; settings: RegistrationSettings }> {
  const whole: RegistrationSettings = { ...registrationSettings(), ...settings }
  await db.insertInto('competitions').values({ code, title: 'Лидеры', links: '{}', social: '{}' }).execute()
  await db
    .insertInto('tracks')
    .values(tracks.map((track) => ({ competition_code: code, code: track, title: track })))
    .execute()
  const { id } = await db
    .insertInto('stages')
    .values({
      competition_code: code,
      type: 'registration',
      code: 'registration',
      title: 'Регистрация',
      opens_at: opensAt,
      closes_at: closesAt,
      track_windows: '{}',
      settings: JSON.stringify(whole),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { stageId: id, settings: whole }
}

function registrationSettings(): RegistrationSettings {
  const required = { required: true }
  return {
    form: {
      version: 1,
      sections: [
        {
          code: 'person',
          title: 'О себе',
          fields: [
            { name: 'last_name', label: 'Фамилия', view: 'text', validation_rules: { ...required, max_length: 60 } },
            { name: 'first_name', label: 'Имя', view: 'text', validation_rules: required },
            { name: 'middle_name', label: 'Отчество', view: 'text' },
            { name: 'birth_date', label: 'Дата рождения', view: 'date', validation_rules: required },
            { name: 'manage_age', label: 'Управленческий опыт, лет', view: 'number' },
            { name: 'reg_passport', label: 'Паспорт', view: 'text' },
            { name: 'snils', label: 'СНИЛС', view: 'text' },
          ],
        },
      ],
    },
    documents: [
      {
        code: 'personal_data',
        title: 'Согласие на обработку персональных данных',
        text: 'Я даю согласие на обработку моих персональных данных.',
        version: 2,
        required: true,
        purpose: 'Проведение конкурса',
        term: 'До конца сезона',
      },
      { code: 'news', title: 'Рассылка', text: 'Согласен на письма.', version: 1, required: false, purpose: 'Новости' },
    ],
    needed: ['СНИЛС'],
    admission: {},
    doors: { participant: true, supporter: true },
    manual_check: false,
    asks_promocode: false,
    promocodes: [],
    max_recommendations: 0,
    foreign_phones: false,
    blocked_phones: [],
    text: 'Добро пожаловать',
  }
}

/** Registers a visitor with `rightPassword`, step by step as the page does. */
export async function registers(
  app: TestApp,
  visitor: { email: string; phone: string; competition_code: string; invite?: string },
  data: Record<string, string>,
): Promise<void> {
  const { registration_id } = (await app.call('POST /auth/register/prepare', { body: visitor })).body
  await app.call('POST /auth/register/phone_confirm', {
    body: { registration_id, code: await lastCode(app, visitor.phone) },
  })
  await app.call('POST /auth/register/email_confirm', {
    body: { registration_id, code: await lastCode(app, visitor.email) },
  })
  await app.call('POST /auth/register/reg_info', { body: { registration_id, data, complete: true } })
  const { status, text } = await app.call('POST /auth/register/complete', {
    body: {
      registration_id,
      password: rightPassword,
      password_confirmation: rightPassword,
      consents: [{ code: 'personal_data', version: 2 }],
    },
  })
  if (status !== 201) throw new Error(`registration answered ${status} ${text}`)
}
