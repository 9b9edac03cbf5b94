import type { Tx } from '#server/db.ts'
import type { Messenger } from '#server/services.ts'
import { settleAndTell } from '#server/stages/settle.ts'
import type { RegistrationSettings } from '#shared/accounts/registration/contract.ts'
import { formOfDoor, isScan } from '#shared/accounts/registration/form-of-door.ts'
import { fieldsOf } from '#shared/forms/fields/field.ts'
import { validate } from '#shared/forms/fields/validate.ts'
import type { Door } from '#shared/stages/door.ts'

interface Applied {
  accountId: number
  stageId: number
  handIn: number
  door: Door
  data: Readonly<Record<string, unknown>>
  settings: RegistrationSettings
}

/**
 * Returns an application with missing scans, with a remark at each: a visitor could not upload them before having an
 * account, and people cannot check it without them. Tells whether any scan is missing.
 */
export async function askForScans(
  tx: Tx,
  services: Messenger,
  { accountId, stageId, handIn, door, data, settings }: Applied,
): Promise<boolean> {
  if (!settings.manual_check) return false
  const now = services.clock()
  const form = formOfDoor(settings.form, door)
  const faults = validate(form, data, { mode: 'hand_in', now })
  const missing = fieldsOf(form).filter((field) => isScan(field) && faults[field.name])
  if (missing.length === 0) return false
  await tx
    .insertInto('stage_remarks')
    .values(
      missing.map(({ name }) => ({
        ...{ account_id: accountId, stage_id: stageId, hand_in_id: handIn, field: name },
        ...{ text: 'Приложите снимок: без него заявку не проверить.', created_at: now },
      })),
    )
    .execute()
  const reason = 'Осталось приложить снимки документов'
  await settleAndTell(tx, services, { accountIds: [accountId], stageId, outcome: 'returned', reason })
  return true
}
