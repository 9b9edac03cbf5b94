import type { Caller } from '#server/platform/http/handler.ts'
import type { Services } from '#server/services.ts'
import { wordingOf } from '#shared/platform/api/refusal-wording.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { formalName } from '#shared/platform/names/full-name.ts'
import { checkWork } from './check-work.ts'

interface ReturnedWorks {
  /** Numbers of the people. */
  people: readonly number[]
  reason: string
}

/**
 * Returns the works of these people at one stage, each as if by a check of its own. Accepted works are returned too. A
 * work that cannot be returned does not stop the others, and is named with the reason.
 */
export async function returnWorks(
  services: Services,
  caller: Caller,
  { competition, code }: { competition: string; code: string },
  { people, reason }: ReturnedWorks,
) {
  const { db, seasons } = services
  const stage = (await seasons.of(db, competition))?.byCode.get(code)
  if (!stage?.kind?.work?.toCheck) throw new Refusal('stage_not_found')
  if (reason.trim() === '') throw new Refusal('verdict_without_reason')
  const works = await db
    .selectFrom('works as w')
    .innerJoin('accounts as a', 'a.id', 'w.account_id')
    .select(['w.id', 'w.hand_in_id', 'a.test_id', 'a.first_name', 'a.last_name', 'a.middle_name'])
    .where('w.stage_id', '=', stage.id)
    .where('a.test_id', 'in', [0, ...people])
    .orderBy('a.last_name')
    .orderBy('a.id')
    .execute()
  const skipped = []
  let returned = 0
  for (const { id, hand_in_id, test_id, ...name } of works) {
    const check = {
      workId: id,
      handIn: hand_in_id,
      verdict: 'return' as const,
      remarks: [],
      reasonCode: '',
      reason,
      note: '',
    }
    try {
      await checkWork(services, caller, check, { acceptedToo: true })
      returned += 1
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      skipped.push({ test_id, name: formalName(name), why: wordingOf(error.code, error.values) })
    }
  }
  return { returned, skipped, absent: new Set(people).size - works.length }
}
