import type { RegistrationSettings } from '#shared/accounts/registration/contract.ts'
import type { FormSchema } from '#shared/forms/fields/field.ts'
import type { CalendarDate } from '#shared/platform/time/moscow.ts'
import { consentDocuments } from './consents.ts'

const required = { required: true }

const form: FormSchema = {
  version: 1,
  sections: [
    {
      code: 'name',
      title: 'Кто вы',
      fields: [
        { name: 'last_name', label: 'Фамилия', view: 'text', validation_rules: { ...required, max_length: 100 } },
        { name: 'first_name', label: 'Имя', view: 'text', validation_rules: { ...required, max_length: 100 } },
        {
          name: 'middle_name',
          label: 'Отчество',
          view: 'text',
          hint: 'Если отчества нет, оставьте поле пустым.',
          validation_rules: { max_length: 100 },
        },
        { name: 'birth_date', label: 'Дата рождения', view: 'date', validation_rules: required },
      ],
    },
    {
      code: 'document',
      title: 'Гражданство и документ',
      hint: 'Номер документа хранится зашифрованным и нужен, чтобы никто не зарегистрировался дважды.',
      fields: [
        {
          name: 'citizenship',
          label: 'Гражданство',
          view: 'select',
          params: { dict: 'citizenships' },
          validation_rules: required,
        },
        {
          name: 'snils',
          label: 'СНИЛС',
          view: 'text',
          hint: '11 цифр, с пробелами и дефисами или без них.',
          visible_when: {
            all: [{ field: 'citizenship', equals: 'RU' }, { not: { field: 'by_passport', equals: true } }],
          },
          validation_rules: { ...required, max_length: 20 },
        },
        {
          name: 'by_passport',
          label: 'Укажу паспорт',
          view: 'checkbox',
          hint: 'Если номера СНИЛС нет под рукой.',
          visible_when: { field: 'citizenship', equals: 'RU' },
        },
        {
          name: 'reg_passport',
          label: 'Серия и номер документа',
          view: 'text',
          hint: 'Как в документе, который удостоверяет вашу личность. Для паспорта России — 10 цифр.',
          visible_when: {
            all: [
              { field: 'citizenship', filled: true },
              { any: [{ field: 'by_passport', equals: true }, { not: { field: 'citizenship', equals: 'RU' } }] },
            ],
          },
          validation_rules: { ...required, max_length: 20 },
        },
      ],
    },
    {
      code: 'work',
      title: 'Где вы живёте и работаете',
      fields: [
        {
          name: 'region',
          label: 'Регион проживания',
          view: 'region',
          params: { dict: 'regions' },
          hint: 'Начните вводить название.',
          validation_rules: required,
        },
        {
          name: 'education_level',
          label: 'Уровень образования',
          view: 'select',
          params: { dict: 'education_levels' },
          validation_rules: required,
        },
        {
          name: 'work_place',
          label: 'Место работы и должность',
          view: 'text',
          hint: 'Если сейчас не работаете, оставьте поле пустым.',
          validation_rules: { max_length: 200 },
        },
        {
          name: 'manage_age',
          label: 'Опыт управления, полных лет',
          view: 'number',
          hint: 'Считается и руководство проектом без подчинённых.',
          validation_rules: { ...required, int: true, min_value: 0, max_value: 60 },
        },
      ],
    },
  ],
}

/** The registration form with a picture of the document, for checkers of applications. */
const withScan: FormSchema = {
  ...form,
  sections: form.sections.map((section) =>
    section.code === 'document'
      ? {
          ...section,
          fields: [
            ...section.fields,
            {
              name: 'document_scan',
              label: 'Снимок документа',
              view: 'image',
              hint: 'Разворот с именем и номером. Его увидят только те, кто проверяет заявку.',
              validation_rules: required,
            },
          ],
        }
      : section,
  ),
}

/** Completed higher education. */
const higher = ['bachelor', 'specialist', 'master', 'postgraduate', 'candidate', 'doctor']

type Asked = Pick<RegistrationSettings, 'admission' | 'doors' | 'asks_promocode' | 'text'> & {
  promocodes?: string[]
  manual_check?: boolean
}

const asked: Record<string, (on: CalendarDate) => Asked> = {
  ru_season_5: (on) => ({
    admission: { age: { min: 18, max: 55, on }, min_experience_years: 2, education_levels: higher },
    doors: { participant: true, supporter: true },
    asks_promocode: true,
    promocodes: ['LIDER5', 'KOMANDA'],
    text: 'Регистрация участников и сторонников идёт. Займёт около пяти минут.',
  }),
  politleaders_2: (on) => ({
    admission: { age: { min: 21, on }, citizenships: ['RU'] },
    doors: { participant: true, supporter: false },
    asks_promocode: false,
    text: 'Принимаем заявки участников. Сторонники смогут присоединиться перед дебатами.',
  }),
  socialarchitects: (on) => ({
    admission: { age: { min: 18, on } },
    doors: { participant: true, supporter: true },
    asks_promocode: false,
    text: 'Регистрация скоро откроется. Пока можно подготовить паспорт проекта.',
  }),
  all_kinds: (on) => ({
    admission: { age: { min: 18, on } },
    doors: { participant: true, supporter: true },
    asks_promocode: false,
    text: 'Регистрация открыта. Заявки проверяют люди.',
    manual_check: true,
  }),
  young_managers: (on) => ({
    admission: { age: { min: 18, max: 30, on } },
    doors: { participant: true, supporter: false },
    asks_promocode: false,
    text: 'Приём заявок закончен. Следите за новостями: следующий набор — через год.',
  }),
}

/** The registration stage of a competition. The age is counted on the day on which registration opens. */
export function registrationSettings(competition: string, opensOn: CalendarDate): RegistrationSettings {
  const own = asked[competition]?.(opensOn)
  if (own === undefined) throw new Error(`the demo has no competition ${competition}`)
  return {
    form: competition === 'all_kinds' ? withScan : form,
    documents: consentDocuments,
    needed: [
      'Телефон и электронная почта: на них придут коды',
      'СНИЛС, а если вы не гражданин России — паспорт',
      'Даты и названия из трудовой книжки',
    ],
    manual_check: false,
    foreign_phones: false,
    max_recommendations: 3,
    blocked_phones: [],
    promocodes: [],
    ...own,
  }
}
