import { rememberInviter } from '#server/accounts/invitations/remember-inviter.ts'
import type { Tx } from '#server/db.ts'
import { enrol } from '#server/seasons/competitions/enrol.ts'
import type { Services } from '#server/services.ts'
import { recordFacts } from '#server/stages/facts.ts'
import { settingsAt } from '#server/stages/kind.ts'
import { type RegistrationSettings, registrationKind } from '#shared/accounts/registration/contract.ts'
import { chosenId } from '#shared/forms/fields/field.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { checkedAnswer } from './check-answer.ts'
import { type GivenConsent, keepConsents, refuseWithoutConsents } from './consents.ts'
import { refuseShutDoor } from './open-registration.ts'
import { keepDocument, withoutDocuments } from './personal-documents.ts'
import { cameByCode } from './use-entry-code.ts'

export interface Application {
  accountId: number
  competitionCode: string
  stageId: number
  door: 'participant' | 'supporter'
  /** The answer to the form of the registration stage, by field name. */
  data: Record<string, unknown>
  consents: readonly GivenConsent[]
  trackCode: string | null
  promocode: string | null
  invite?: string | null
  now: Date
  ip: string
  /** Whether the account is made together with the application: scans are then requested afterwards. */
  visitor?: boolean
  /** Whether registration was open when the person began. */
  begunInTime?: boolean
}

/**
 * Submits an application. Nothing is stored unless form, criteria, consents and promo code are valid. When nobody
 * checks applications, the person passes at once. A corrected application replaces the earlier one.
 */
export async function submitApplication(tx: Tx, services: Services, application: Application): Promise<void> {
  const { accountId, competitionCode, stageId, door, now } = application
  const stage = (await services.seasons.of(tx, competitionCode))?.byId.get(stageId)
  if (!stage) throw new Refusal('stage_not_found')
  await keepShown(tx, competitionCode)
  const settings = settingsAt(registrationKind, stage)
  if (!application.begunInTime && !settings.doors[door] && !(await cameByCode(tx, accountId, stageId)))
    refuseShutDoor(settings, door)
  const data = await checkedAnswer(await services.dictionaries.now(tx), settings, application.data, application, now)
  refuseWithoutConsents(settings.documents, application.consents)
  const promocode = acceptedPromocode(settings, application.promocode)
  const { open, documents } = withoutDocuments(data)
  const row = {
    door,
    form_version: settings.form.version,
    data: JSON.stringify(open),
    promocode,
    ...(application.invite ? { invite: application.invite } : {}),
    submitted_at: now,
  }
  const { id } = await tx
    .insertInto('applications')
    .values({ account_id: accountId, competition_code: competitionCode, stage_id: stageId, ...row })
    .onConflict((conflict) => conflict.columns(['account_id', 'stage_id']).doUpdateSet(row))
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const document of documents) await keepDocument(tx, services.config, accountId, document)
  await keepConsents(tx, application, settings.documents, application.consents, now)
  await keepEligibility(tx, id, door === 'participant' ? Object.keys(settings.admission) : [])
  await rememberInviter(tx, { accountId, competitionCode, code: application.invite ?? null, now })
  await enrol(tx, {
    accountId,
    competitionCode,
    door,
    trackCode: application.trackCode,
    region: chosenId(data.region),
    now,
  })
  await recordFacts(
    tx,
    { accountId, stageId },
    { startedAt: now, submittedAt: now, passedAt: settings.manual_check ? null : now, failedAt: null, reasons: [] },
    now,
  )
}

/** Whoever hides a competition locks its key, which waits for those who are joining, and later ones find it hidden. */
async function keepShown(tx: Tx, competition: string): Promise<void> {
  const shown = tx
    .selectFrom('competitions')
    .select('code')
    .where('code', '=', competition)
    .where('published', '=', true)
  if (!(await shown.forKeyShare().executeTakeFirst())) throw new Refusal('competition_not_found')
}

/** Throws `invalid_promocode`. If the stage has no question for promo codes, a given code is ignored. */
function acceptedPromocode(settings: RegistrationSettings, promocode: string | null): string | null {
  const typed = promocode?.trim().toLowerCase()
  if (!typed || !settings.asks_promocode) return null
  const known = settings.promocodes.find((code) => code.trim().toLowerCase() === typed)
  if (known === undefined)
    throw new Refusal('invalid_promocode', {
      fields: { promocode: { rule: 'promocode', message: 'Неверный промокод' } },
    })
  return known
}

/** Only people who meet every criterion get here, so all criteria of the stage are met. */
async function keepEligibility(tx: Tx, applicationId: number, rules: readonly string[]): Promise<void> {
  await tx.deleteFrom('eligibility_results').where('application_id', '=', applicationId).execute()
  if (rules.length === 0) return
  await tx
    .insertInto('eligibility_results')
    .values(rules.map((rule) => ({ application_id: applicationId, rule, ok: true })))
    .execute()
}
