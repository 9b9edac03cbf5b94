import { expect, test } from 'vitest'
import type { FormField } from '#shared/forms/fields/field.ts'
import { validate } from '#shared/forms/fields/validate.ts'
import { refusalWording, wordingOf } from './refusal-wording.ts'
import { type RefusalCode, refusals } from './refusals.ts'

/** The refusals of the specification (section 8): sentence, status, code, and the quoted wording or a part of it. */
const catalogue: [string, number, RefusalCode, string | RegExp][] = [
  ['500 or higher', 500, 'server_error', 'Произошла ошибка, попробуйте позже'],
  ['invalid code', 422, 'invalid_code', 'Неверный код'],
  ['wrong login or password', 401, 'wrong_credentials', 'Неверное имя пользователя или пароль'],
  ['limit_reached', 429, 'limit_reached', /через час/],
  ['SMS request limit', 429, 'sms_limit', /СМС/],
  ['too many code attempts', 429, 'too_many_code_attempts', /Слишком много попыток ввода кода/],
  ['SMS code outdated', 422, 'sms_code_outdated', 'СМС код устарел. Запросите новый.'],
  ['email already exists', 409, 'email_exists', /почта уже зарегистрирована/],
  ['phone already registered', 409, 'phone_exists', /телефон уже зарегистрирован/],
  ['passport', 422, 'passport_incorrect', /паспорт/],
  ['passport', 409, 'passport_exists', /паспорт/],
  ['SNIL', 422, 'snils_incorrect', /СНИЛС/],
  ['SNIL', 409, 'snils_exists', /СНИЛС/],
  ['age does not meet criteria', 422, 'age_criteria', /^Возраст не соответствует/],
  ['education does not meet criteria', 422, 'education_criteria', /^Образование не соответствует/],
  ['insufficient experience', 422, 'experience_criteria', /опыта недостаточно/],
  ['too many recommendations', 422, 'too_many_recommendations', /Слишком много рекомендаций/],
  ['invalid promocode', 422, 'invalid_promocode', 'Неверный промокод'],
  ['passwords mismatch', 422, 'passwords_mismatch', 'Пароли не совпадают'],
  ['password too simple', 422, 'password_too_simple', /слишком простой/],
  ['unsupported phone', 422, 'phone_unsupported', /не можем отправить СМС/],
  ['incorrect phone', 422, 'phone_incorrect', /Проверьте номер телефона/],
  ['blacklisted phone', 422, 'phone_blacklisted', /номер телефона использовать нельзя/],
  ['virtual phone', 422, 'phone_virtual', /Виртуальный номер/],
  ['too many requests, retry in 1 minute', 429, 'too_many_requests', /через 1 минуту/],
  ['e-mail code expired', 422, 'email_code_expired', /Код из письма устарел/],
  ['file too big', 413, 'file_too_big', /слишком большой/],
  ['corrupted image', 422, 'image_corrupted', /Изображение повреждено/],
  ['image too small', 422, 'image_too_small', /слишком маленькое/],
  ['too many files', 422, 'too_many_files', /Слишком много файлов/],
  ['job end date before start', 422, 'job_end_before_start', /не может закончиться раньше/],
  ['state-service access not granted', 403, 'state_service_no_access', /не разрешили доступ к данным «Госуслуг»/],
  ['state-service account not trusted', 403, 'state_service_untrusted', /«Госуслугах» не подтверждена/],
  ['registration closed for participants', 409, 'registration_closed_participants', /участников закрыта/],
  ['registration closed for supporters', 409, 'registration_closed_supporters', /сторонников закрыта/],
  ['user not found', 404, 'user_not_found', 'Пользователь не найден'],
  ['no access', 403, 'no_access', 'Нет доступа'],
]

test.each(catalogue)('ER-04 «%s» has the status %i, the code %s and its wording', (_entry, status, code, words) => {
  if (typeof words === 'string') expect(refusalWording[code]).toBe(words)
  else expect(refusalWording[code]).toMatch(words)
  expect(refusals[code]).toBe(status)
})

test('ER-04 the refusal of an empty required field is «Обязательное поле»', () => {
  const field: FormField = { name: 'city', label: 'Город', view: 'text', validation_rules: { required: true } }
  const form = { version: 1, sections: [{ code: 'main', title: '', fields: [field] }] }
  expect(validate(form, { city: ' ' }, { mode: 'hand_in', now: new Date() })).toEqual({
    city: { rule: 'required', message: 'Обязательное поле' },
  })
})

test('ER-04 the refusal of a too large file names the size in MB', () => {
  expect(wordingOf('file_too_big', { megabytes: 10 })).toBe('Файл слишком большой: не больше 10 МБ')
})

test('ER-04 every wording is Russian, begins with a capital and has no unfilled placeholder', () => {
  for (const code of Object.keys(refusals) as RefusalCode[]) {
    const words = wordingOf(code)
    expect(words, code).toMatch(/^[А-ЯЁ]/)
    expect(words, code).not.toMatch(/[{}]|\s$|:$|\bвведите\sпожалуйста/i)
  }
})
