import type { Tx } from '#server/db.ts'
import type { Services } from '#server/services.ts'
import { criteriaFaults } from '#shared/accounts/registration/criteria.ts'
import { formOfVisitor } from '#shared/accounts/registration/form-of-door.ts'
import { cleanAnswer } from '#shared/forms/fields/answer.ts'
import { validate } from '#shared/forms/fields/validate.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { checkedAnswer, refuseTooManyRecommendations, unmetBy } from './check-answer.ts'
import { unfinishedRegistration } from './confirm-contacts.ts'
import { stageOfRegistration } from './open-registration.ts'
import { documentFaults } from './personal-documents.ts'
import { answerOf, markComplete, saveAnswer } from './store.ts'

/**
 * Merges the answers into the stored ones and stores them even when they are invalid, then throws the faults: at the
 * end all, at a step only those that more typing cannot fix, and the criteria that an answer does not meet.
 */
export async function saveInfo(
  services: Services,
  token: string,
  data: Record<string, unknown>,
  complete: boolean,
): Promise<void> {
  const { db, clock, dictionaries } = services
  const now = clock()
  const { row, settings, form, answer } = await db.transaction().execute((tx) => mergeAnswer(tx, services, token, data))
  const of = { door: row.door, competitionCode: row.competition_code, visitor: true }
  if (complete) {
    await checkedAnswer(await dictionaries.now(db), settings, answer, of, now)
    await markComplete(db, row, now)
    return
  }
  const faults = {
    ...criteriaFaults(unmetBy(await dictionaries.now(db), settings, answer, { door: row.door, answered: true })),
    ...documentFaults(cleanAnswer(form, answer).data),
    ...validate(form, answer, { mode: 'draft', now }),
  }
  refuseTooManyRecommendations(settings, answer)
  if (Object.keys(faults).length > 0) throw new Refusal('form_invalid', { fields: faults })
}

/** Adds the answers to those that are stored, under the lock of the registration: of two saves at once none is lost. */
async function mergeAnswer(tx: Tx, services: Services, token: string, data: Record<string, unknown>) {
  const { config, seasons } = services
  const row = await unfinishedRegistration(services, token, tx)
  if (!row.phone_confirmed_at || !row.email_confirmed_at) throw new Refusal('registration_step_order')
  const { settings } = await stageOfRegistration(tx, seasons, row.competition_code)
  const form = formOfVisitor(settings.form, row.door)
  const answer = cleanAnswer(form, { ...answerOf(config, row), ...data }, 'draft').data
  const sealed = await saveAnswer(tx, config, row, answer)
  return { row: { ...row, answer: sealed }, settings, form, answer }
}
