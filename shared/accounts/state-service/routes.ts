import { Type } from 'typebox'
import { authRoutes, markerAnswer, tokenAnswer } from '#shared/accounts/auth/routes.ts'
import { nullable, nullableString } from '#shared/platform/api/fields.ts'
import { refusedBy } from '#shared/platform/api/refused-by.ts'
import { route } from '#shared/platform/api/route.ts'

const login = authRoutes['POST /auth/login']
const { login_marker, sms_code } = login.body.properties
const { password } = login.body.properties

const parameter = Type.Optional(Type.String({ maxLength: 2048 }))
const address = Type.Object({ url: Type.String({ description: 'Страница службы, которую нужно открыть' }) })

/** These routes exist only when `OIDC_ISSUER` is set. */
export const stateServiceRoutes = {
  'POST /auth/state-service/begin': route({
    access: 'public',
    summary: 'Начать вход через государственную службу: её адрес; ответ принимает только этот браузер, один раз',
    refuses: ['state_service_unavailable'],
    limit: 'login',
    response: address,
  }),
  'POST /auth/state-service/finish': route({
    access: 'public',
    summary: 'Передать ответ службы: вход, привязка, начатая в профиле, или 202 с меткой, если нужен второй фактор',
    refuses: [
      ...refusedBy.stateService,
      ...refusedBy.secondFactor,
      'no_access',
      'state_service_failed',
      'state_service_no_access',
      'state_service_untrusted',
      'state_service_taken',
      'wrong_credentials',
    ],
    limit: 'code_entry',
    body: Type.Object({ state: parameter, code: parameter, iss: parameter, error: parameter }),
    response: Type.Object({
      outcome: Type.Union([Type.Literal('entered'), Type.Literal('linked'), Type.Literal('unknown')], {
        description: 'unknown: учётная запись службы ещё не привязана, нужен один вход с паролем',
      }),
      token: nullable(tokenAnswer),
    }),
    orResponds: { status: 202, response: markerAnswer },
  }),
  'POST /auth/state-service/code': route({
    access: 'public',
    summary: 'Второй фактор после ответа службы; без sms_code присылает новый код',
    refuses: [...refusedBy.secondFactor, 'state_service_expired', 'no_access', 'wrong_credentials'],
    limit: 'code_entry',
    body: Type.Object({ login_marker, sms_code }),
    response: tokenAnswer,
    orResponds: { status: 202, response: markerAnswer },
  }),
  'POST /auth/state-service/link': route({
    ...login,
    summary: 'Войти с паролем и привязать учётную запись службы, которая только что ответила этому браузеру',
    refuses: [...refusedBy.secondFactor, 'state_service_expired', 'state_service_taken', 'wrong_credentials'],
  }),
  'GET /user/state-service': route({
    access: 'participant',
    summary: 'Привязана ли учётная запись службы',
    response: Type.Object({ linked: nullableString }),
  }),
  'POST /user/state-service': route({
    access: 'participant',
    summary: 'Начать привязку: пароль и, если он включён, второй фактор; затем адрес службы',
    refuses: [...refusedBy.password, ...refusedBy.secondFactor, 'state_service_unavailable'],
    limit: 'password_change',
    body: Type.Object({ password, login_marker, sms_code }),
    response: address,
    orResponds: { status: 202, response: markerAnswer },
  }),
  'POST /user/state-service/unlink': route({
    access: 'participant',
    summary: 'Отвязать учётную запись службы',
    refuses: refusedBy.password,
    limit: 'password_change',
    body: Type.Object({ password }),
    response: null,
  }),
}
