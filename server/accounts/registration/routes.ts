import type { FastifyRequest } from 'fastify'
import { clearCookie, readCookie, setCookie } from '#server/accounts/auth/cookies.ts'
import { wholeDictionaries } from '#server/forms/dictionaries/whole-dictionaries.ts'
import { competitionOfCall } from '#server/seasons/competitions/competition-of-call.ts'
import { handlersOf, type Services } from '#server/services.ts'
import type { registrationRoutes } from '#shared/accounts/registration/routes.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { formatWire } from '#shared/platform/time/moscow.ts'
import { criteriaOf } from './check-answer.ts'
import { repeatsAfter } from './codes.ts'
import { completeRegistration } from './complete-registration.ts'
import {
  changeRegistrationEmail,
  confirmEmail,
  confirmPhone,
  prepareRegistration,
  repeatCode,
  unfinishedRegistration,
} from './confirm-contacts.ts'
import { stageOfRegistration } from './open-registration.ts'
import { saveInfo } from './save-info.ts'
import { answerOf, findRegistration } from './store.ts'
import { tracksToChoose } from './tracks-to-choose.ts'
import { fittingCode } from './use-entry-code.ts'

export const registrationHandlers = handlersOf<typeof registrationRoutes>()({
  'GET /registration/:code/notify': async ({ params }, { db, seasons, clock }) => {
    const { opensAt, closesAt, settings } = await stageOfRegistration(db, seasons, params.code)
    const now = clock()
    const inTime = (!opensAt || now >= opensAt) && (!closesAt || now < closesAt)
    return {
      open: inTime && (settings.doors.participant || settings.doors.supporter),
      opens_at: opensAt && formatWire(opensAt),
      closes_at: closesAt && formatWire(closesAt),
      doors: settings.doors,
      text: settings.text,
    }
  },

  'GET /registration/:code/form': async ({ params }, { db, seasons, dictionaries }) => {
    const { settings } = await stageOfRegistration(db, seasons, params.code)
    const all = await dictionaries.now(db)
    return {
      form: { version: settings.form.version, sections: [...settings.form.sections] },
      dictionaries: wholeDictionaries(all, settings.form, params.code),
      documents: settings.documents,
      needed: settings.needed,
      asks_promocode: settings.asks_promocode,
      criteria: criteriaOf(all, settings),
      admission: settings.admission,
      tracks: await tracksToChoose(db, seasons, params.code),
    }
  },

  'POST /registration/:code/entry_code': async ({ params, body }, { db, config, seasons, clock }) => {
    const stage = await stageOfRegistration(db, seasons, params.code)
    const { expires_at } = await fittingCode(db, config, { stageId: stage.id, code: body.entry_code }, clock())
    return { expires_at: formatWire(expires_at) }
  },

  'POST /auth/register/prepare': async ({ body, ip, reply, receivedAt }, services) => {
    const token = await prepareRegistration(services, {
      competitionCode: await competitionOfCall(services.db, body.competition_code, { visitorAt: receivedAt }),
      door: body.door ?? 'participant',
      email: body.email,
      phone: body.phone,
      invite: body.invite ?? null,
      entryCode: body.entry_code ?? null,
      ip,
    })
    setCookie(reply, services.config, 'registration', token)
    return progress(services, token)
  },

  'POST /auth/register/email_change': async ({ body, ip, request }, services) => {
    const token = tokenIn(request, services, body)
    await changeRegistrationEmail(services, token, body.email, ip)
    return progress(services, token)
  },

  'POST /auth/register/phone_confirm': async ({ body, ip, request }, services) => {
    const token = tokenIn(request, services, body)
    await confirmPhone(services, token, body.code, ip)
    return progress(services, token)
  },

  'POST /auth/register/email_confirm': async ({ body, request }, services) => {
    const token = tokenIn(request, services, body)
    await confirmEmail(services, token, body.code)
    return progress(services, token)
  },

  'POST /auth/register/sms_repeat': async ({ body, ip, request }, services) => {
    const token = tokenIn(request, services, body)
    await repeatCode(services, token, 'sms', ip)
    return progress(services, token)
  },

  'POST /auth/register/email_code_request': async ({ body, ip, request }, services) => {
    const token = tokenIn(request, services, body)
    await repeatCode(services, token, 'email', ip)
    return progress(services, token)
  },

  'POST /auth/register/reg_info': async ({ body, request }, services) => {
    const token = tokenIn(request, services, body)
    await saveInfo(services, token, body.data, body.complete ?? false)
    return progress(services, token)
  },

  'POST /auth/register/progress': async ({ body }, services) => {
    const row = await unfinishedRegistration(services, body.registration_id)
    return { ...(await progress(services, body.registration_id)), answer: answerOf(services.config, row) }
  },

  'POST /auth/register/complete': async ({ body, ip, userAgent, receivedAt, request, reply }, services) => {
    const opened = await completeRegistration(services, {
      token: tokenIn(request, services, body),
      password: body.password,
      confirmation: body.password_confirmation ?? body.password,
      trackCode: body.track ?? null,
      promocode: body.promocode ?? null,
      consents: body.consents ?? [],
      deviceToken: readCookie(request, services.config, 'device'),
      receivedAt,
      ip,
      userAgent,
    })
    setCookie(reply, services.config, 'refresh', opened.refreshToken)
    setCookie(reply, services.config, 'device', opened.deviceToken)
    clearCookie(reply, services.config, 'registration')
    return opened.token
  },
})

/** The registration that the call names, or the one begun in this browser. */
export function tokenIn(
  request: FastifyRequest,
  { config }: Services,
  body: { registration_id?: string } | null,
): string {
  const token = body?.registration_id ?? readCookie(request, config, 'registration')
  if (token === undefined) throw new Refusal('registration_step_order')
  return token
}

async function progress({ db, clock }: Services, token: string) {
  const now = clock()
  const row = await findRegistration(db, token, now)
  const repeats = await repeatsAfter(db, row, now)
  return {
    registration_id: token,
    email: row.email,
    phone: row.phone,
    door: row.door,
    phone_confirmed: row.phone_confirmed_at !== null,
    email_confirmed: row.email_confirmed_at !== null,
    reg_info_complete: row.info_complete_at !== null,
    sms_repeat_after: repeats.sms,
    email_repeat_after: repeats.email,
  }
}
