import { expect, test } from 'vitest'
import { refusalWording, wordingOf } from './refusal-wording.ts'
import { type RefusalCode, refusals } from './refusals.ts'

/** The refusals of the specification (section 8): sentence, code, and what the wording must contain. */
const catalogue: [string, RefusalCode, string | RegExp][] = [
  ['500 or higher', 'server_error', 'Произошла ошибка, попробуйте позже'],
  ['invalid code', 'invalid_code', 'Неверный код'],
  ['wrong login or password', 'wrong_credentials', 'Неверное имя пользователя или пароль'],
  ['limit_reached', 'limit_reached', /через час/],
  ['SMS request limit', 'sms_limit', /СМС/],
  ['too many code attempts', 'too_many_code_attempts', /Слишком много попыток ввода кода/],
  ['SMS code outdated', 'sms_code_outdated', 'СМС код устарел. Запросите новый.'],
  ['email already exists', 'email_exists', /почта уже зарегистрирована/],
  ['phone already registered', 'phone_exists', /телефон уже зарегистрирован/],
  ['passport', 'passport_incorrect', /паспорт/],
  ['passport', 'passport_exists', /паспорт/],
  ['SNIL', 'snils_incorrect', /СНИЛС/],
  ['SNIL', 'snils_exists', /СНИЛС/],
  ['age does not meet criteria', 'age_criteria', /^Возраст не соответствует/],
  ['education does not meet criteria', 'education_criteria', /^Образование не соответствует/],
  ['insufficient experience', 'experience_criteria', /опыта недостаточно/],
  ['too many recommendations', 'too_many_recommendations', /Слишком много рекомендаций/],
  ['invalid promocode', 'invalid_promocode', 'Неверный промокод'],
  ['passwords mismatch', 'passwords_mismatch', 'Пароли не совпадают'],
  ['password too simple', 'password_too_simple', /слишком простой/],
  ['unsupported phone', 'phone_unsupported', /не можем отправить СМС/],
  ['incorrect phone', 'phone_incorrect', /Проверьте номер телефона/],
  ['blacklisted phone', 'phone_blacklisted', /номер телефона использовать нельзя/],
  ['virtual phone', 'phone_virtual', /Виртуальный номер/],
  ['too many requests, retry in 1 minute', 'too_many_requests', /через 1 минуту/],
  ['e-mail code expired', 'email_code_expired', /Код из письма устарел/],
  ['file too big', 'file_too_big', /слишком большой/],
  ['corrupted image', 'image_corrupted', /Изображение повреждено/],
  ['image too small', 'image_too_small', /слишком маленькое/],
  ['too many files', 'too_many_files', /Слишком много файлов/],
  ['job end date before start', 'job_end_before_start', /не может закончиться раньше/],
  ['state-service access not granted', 'state_service_no_access', /не разрешили доступ к данным «Госуслуг»/],
  ['state-service account not trusted', 'state_service_untrusted', /«Госуслугах» не подтверждена/],
  ['registration closed for participants', 'registration_closed_participants', /участников закрыта/],
  ['registration closed for supporters', 'registration_closed_supporters', /сторонников закрыта/],
  ['user not found', 'user_not_found', 'Пользователь не найден'],
  ['no access', 'no_access', 'Нет доступа'],
]

test.each(catalogue)('ER-04 «%s» has the code %s, a status of refusal and its wording', (_entry, code, words) => {
  if (typeof words === 'string') expect(refusalWording[code]).toBe(words)
  else expect(refusalWording[code]).toMatch(words)
  expect(refusals[code]).toBeGreaterThanOrEqual(400)
})

test('ER-04 the refusal of a too large file names the size in MB', () => {
  expect(wordingOf('file_too_big', { megabytes: 10 })).toBe('Файл слишком большой: не больше 10 МБ')
})

test('ER-04 every wording is Russian, begins with a capital and leaves no placeholder open', () => {
  for (const code of Object.keys(refusals) as RefusalCode[]) {
    const words = wordingOf(code)
    expect(words, code).toMatch(/^[А-ЯЁ]/)
    expect(words, code).not.toMatch(/[{}]|\s$|:$|\bвведите\sпожалуйста/i)
  }
})
