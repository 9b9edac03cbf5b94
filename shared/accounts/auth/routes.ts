import { Type } from 'typebox'
import { nullableString } from '#shared/platform/api/fields.ts'
import { pageQuery } from '#shared/platform/api/page.ts'
import { refusedBy } from '#shared/platform/api/refused-by.ts'
import { route } from '#shared/platform/api/route.ts'

const uuid = '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
const username = Type.String({ minLength: 1, maxLength: 254, description: 'E-mail или телефон' })
export const password = Type.String({ minLength: 1, maxLength: 512 })

/** `expired` is the wire date (Moscow) after which the token is not accepted. */
export const tokenAnswer = Type.Object({ access_token: Type.String(), expired: Type.String() })

export const markerAnswer = Type.Object({
  login_marker: Type.String(),
  method: Type.Union([Type.Literal('sms'), Type.Literal('totp')]),
  sent_to: Type.String({ description: 'Куда ушёл код, частично скрыто' }),
  repeat_after: Type.Integer({ description: 'Через сколько секунд можно запросить новый код' }),
})

const session = Type.Object({
  id: Type.String(),
  device: Type.String({ description: '«Chrome, Windows»' }),
  created: Type.String(),
  last_seen: Type.String(),
  current: Type.Boolean(),
})

const recoveryCodes = Type.Array(Type.String(), {
  description: 'Каждый заменяет код второго фактора один раз; показываются только сейчас',
})

const codeBody = Type.Object({ code: Type.String({ minLength: 1, maxLength: 256 }) })

export const authRoutes = {
  'POST /auth/login': route({
    access: 'public',
    summary: 'Войти: 200 с токеном или 202 с меткой, если нужен второй фактор',
    refuses: [...refusedBy.secondFactor, 'wrong_credentials'],
    captcha: true,
    limit: 'login',
    body: Type.Object({
      username,
      password,
      login_marker: Type.Optional(Type.String({ maxLength: 128 })),
      sms_code: Type.Optional(Type.String({ maxLength: 16 })),
    }),
    response: tokenAnswer,
    orResponds: { status: 202, response: markerAnswer },
  }),
  'POST /auth/token/refresh': route({
    access: 'public',
    summary: 'Сменить токен по cookie; 403, когда сеанса нет',
    refuses: ['refresh_refused'],
    response: tokenAnswer,
  }),
  'POST /auth/logout': route({
    access: 'public',
    summary: 'Завершить сеанс; страницам других сайтов отказ',
    refuses: ['no_access'],
    response: null,
  }),
  'POST /auth/login/restore': route({
    access: 'public',
    summary: 'Прислать ссылку и код для нового пароля; ответ не говорит, есть ли такая учётная запись',
    captcha: true,
    limit: 'restore',
    body: Type.Object({
      username: Type.String({
        ...{ minLength: 1, maxLength: 254 },
        description: 'E-mail или телефон. Обязателен: больше ничто не говорит, чью учётную запись восстановить',
      }),
      competition_code: Type.Optional(Type.String({ maxLength: 64 })),
    }),
    response: Type.Object({ sent: Type.Literal(true), repeat_after: Type.Integer() }),
  }),
  'POST /auth/password/create': route({
    access: 'public',
    summary:
      'Задать новый пароль по ссылке из письма или по шести цифрам из него (в браузере, который их запросил); прежние сеансы завершаются',
    refuses: [
      ...refusedBy.newPassword,
      'link_expired',
      'code_of_other_browser',
      'email_code_expired',
      'invalid_code',
      'too_many_code_attempts',
    ],
    limit: 'code_entry',
    body: Type.Object({
      code: Type.String({
        ...{ minLength: 1, maxLength: 256 },
        description: 'Обязателен: только он доказывает, что письмо получил владелец учётной записи',
      }),
      password,
      password_confirmation: Type.Optional({ ...password, description: 'Без него пароль сверил сам клиент' }),
    }),
    response: Type.Object({ username: Type.String() }),
  }),
  'POST /auth/not-me': route({
    access: 'public',
    summary: '«Это не я» по ссылке из письма: завершить все сеансы и отменить незаконченные смены почты и телефона',
    refuses: ['link_expired'],
    limit: 'code_entry',
    body: Type.Object({ token: Type.String({ minLength: 1, maxLength: 256 }) }),
    response: Type.Object({ competition: nullableString }),
  }),
  'POST /auth/first-administrator': route({
    access: 'public',
    summary: 'Создать первого администратора по ссылке, которую печатает запуск портала; она действует один раз',
    refuses: [...refusedBy.newPassword, 'link_expired', 'email_incorrect', 'email_exists'],
    limit: 'code_entry',
    body: Type.Object({
      token: Type.String({ minLength: 1, maxLength: 128 }),
      email: Type.String({ minLength: 1, maxLength: 254 }),
      last_name: Type.String({ minLength: 1, maxLength: 100 }),
      first_name: Type.String({ minLength: 1, maxLength: 100 }),
      password,
      password_confirmation: password,
    }),
    status: 201,
    response: tokenAnswer,
  }),
  'POST /auth/revoke-sessions': route({
    access: 'participant',
    summary: 'Завершить все сеансы, кроме этого',
    response: tokenAnswer,
  }),
  'GET /user/sessions': route({
    access: 'participant',
    ownOnly: true,
    summary: 'Где открыта учётная запись: это устройство первым, дальше по времени последнего входа',
    query: Type.Object(pageQuery({ size: 10 })),
    response: Type.Object({ sessions: Type.Array(session), count: Type.Integer() }),
  }),
  'DELETE /user/sessions/:id': route({
    access: 'participant',
    summary: 'Завершить один сеанс: устройство выходит сразу',
    refuses: ['not_found'],
    params: Type.Object({ id: Type.String({ pattern: uuid }) }),
    response: null,
  }),
  'POST /auth/password/change': route({
    access: 'participant',
    summary: 'Сменить пароль, зная прежний; все сеансы, кроме этого, завершаются',
    refuses: [...refusedBy.password, ...refusedBy.newPassword],
    limit: 'password_change',
    body: Type.Object({ current_password: password, password, password_confirmation: password }),
    response: tokenAnswer,
  }),
  'POST /user/phone': route({
    access: 'participant',
    summary: 'Сменить телефон: код уходит на новый номер',
    refuses: [...refusedBy.password, ...refusedBy.newPhone, 'sms_limit'],
    limit: 'phone_change',
    body: Type.Object({ phone: Type.String({ minLength: 1, maxLength: 32 }), password }),
    response: Type.Object({ sent: Type.Literal(true), repeat_after: Type.Integer() }),
  }),
  'POST /user/phone/confirm': route({
    access: 'participant',
    summary: 'Подтвердить новый телефон кодом из СМС; прежний номер и почта узнают о смене',
    refuses: [...refusedBy.code, 'phone_exists'],
    limit: 'code_entry',
    body: codeBody,
    response: Type.Object({ phone: Type.String() }),
  }),
  'POST /auth/user/email': route({
    access: 'participant',
    summary: 'Сменить адрес почты: письмо с кодом уходит на новый адрес, уведомление на прежний',
    refuses: [...refusedBy.password, 'email_incorrect'],
    limit: 'email_change',
    body: Type.Object({
      email: Type.String({ minLength: 1, maxLength: 254 }),
      password: Type.Optional({
        ...password,
        description:
          'Не нужен десять минут после входа с паролем на этом устройстве; позже без него — fresh_login_required',
      }),
    }),
    response: Type.Object({ sent: Type.Literal(true), repeat_after: Type.Integer() }),
  }),
  'POST /user/email-verify': route({
    access: 'public',
    summary: 'Подтвердить адрес почты кодом из письма',
    refuses: ['email_code_expired', 'email_exists'],
    limit: 'code_entry',
    body: codeBody,
    response: Type.Object({ email: Type.String(), email_verified: Type.Literal(true) }),
  }),
  'POST /user/send-email-verify': route({
    access: 'participant',
    summary: 'Прислать письмо с подтверждением ещё раз',
    limit: 'email_change',
    response: Type.Object({ sent: Type.Literal(true), repeat_after: Type.Integer() }),
  }),
  'POST /auth/second-factor/prepare': route({
    access: 'participant',
    summary: 'Начать подключение приложения с кодами: секрет и адрес для QR',
    refuses: refusedBy.password,
    body: Type.Object({ password }),
    response: Type.Object({ secret: Type.String(), otpauth_url: Type.String() }),
  }),
  'POST /auth/second-factor/enable': route({
    access: 'participant',
    summary: 'Включить второй фактор: СМС или приложение (с кодом из него)',
    refuses: [...refusedBy.password, 'phone_incorrect', 'invalid_code'],
    body: Type.Object({
      method: Type.Union([Type.Literal('sms'), Type.Literal('totp')]),
      password,
      code: Type.Optional(Type.String({ maxLength: 16 })),
    }),
    response: Type.Object({
      method: Type.Union([Type.Literal('sms'), Type.Literal('totp')]),
      recovery_codes: recoveryCodes,
    }),
  }),
  'POST /auth/second-factor/codes': route({
    access: 'participant',
    limit: 'password_change',
    summary: 'Сделать новые коды восстановления; прежние перестают действовать',
    refuses: [...refusedBy.password, 'second_factor_required'],
    body: Type.Object({ password }),
    response: Type.Object({ recovery_codes: recoveryCodes }),
  }),
  'POST /auth/second-factor/disable': route({
    access: 'participant',
    summary: 'Выключить второй фактор',
    refuses: refusedBy.password,
    body: Type.Object({ password }),
    response: null,
  }),
}
