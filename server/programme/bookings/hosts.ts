import { giveDuty } from '#server/accounts/rights/staff.ts'
import { audited } from '#server/review/judging/edit-judging.ts'
import type { Place } from '#server/review/judging/store.ts'
import type { Services } from '#server/services.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { eventStage, readEventPanel } from './event-stage.ts'

const numbered = (testId: number) => ({ field: 'person', title: `ID ${testId}` })

/** Makes the account with this confirmed address a host, who marks people at the door. */
export async function addHost(services: Services, actorId: number, place: Place, email: string) {
  const { stage } = await eventStage(services, place)
  await services.db.transaction().execute(async (tx) => {
    const account = await tx
      .selectFrom('accounts')
      .select(['id', 'test_id'])
      .where('email', '=', email.trim())
      .where('merged_into', 'is', null)
      .where('email_verified_at', 'is not', null)
      .where('disabled_at', 'is', null)
      .executeTakeFirst()
    if (!account) throw new Refusal('user_not_found')
    const duty = { stage_id: stage.id, duty: 'check' as const, region: null, employer: '' }
    const added = await giveDuty(tx, account.id, duty, { by: actorId, at: services.clock() })
    if (added) await audited(tx, actorId, place, 'event_host_added', [numbered(account.test_id)])
  })
  return readEventPanel(services, place)
}

export async function removeHost(services: Services, actorId: number, place: Place, testId: number) {
  const { stage } = await eventStage(services, place)
  await services.db.transaction().execute(async (tx) => {
    const removed = await tx
      .deleteFrom('stage_staff')
      .where('stage_id', '=', stage.id)
      .where('duty', '=', 'check')
      .where('account_id', '=', (eb) => eb.selectFrom('accounts').select('id').where('test_id', '=', testId))
      .returning('account_id')
      .executeTakeFirst()
    if (!removed) throw new Refusal('user_not_found')
    await audited(tx, actorId, place, 'event_host_removed', [numbered(testId)])
  })
  return readEventPanel(services, place)
}
