import { tellAssistants } from '#server/accounts/rights/assistants.ts'
import { keepForDuty } from '#server/accounts/rights/staff.ts'
import type { Db, Tx } from '#server/db.ts'
import { recordAudit } from '#server/platform/audit/record-audit.ts'
import type { Services } from '#server/services.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { formalName } from '#shared/platform/names/full-name.ts'
import { isEmail } from '#shared/platform/text/is-email.ts'
import type { StageChange } from '#shared/stages/stage-changes.ts'
import { mentorConflicts } from './conflicts.ts'
import { matchedStage, mentorStage, type Place } from './mentor-stage.ts'
import { isTakenOrAsked } from './people-to-match.ts'

interface Who extends Place {
  test_id: number
}

/** The public description of a mentor, and values for a matching. */
export interface MentorFields {
  position: string
  field: string
  region: string
  employer: string
  about: string
  video: string
  capacity: number | null
  topics: string[]
  assistant_email: string
}

/** The trimmed fields. Refuses an invalid address. */
export function checkedFields(fields: MentorFields): MentorFields {
  const { capacity, topics, ...texts } = fields
  const trimmed = Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, text.trim()]))
  const { assistant_email = '' } = trimmed
  if (assistant_email !== '' && !isEmail(assistant_email)) {
    const message = 'Введите адрес почты, например name@example.ru'
    throw new Refusal('form_invalid', { fields: { assistant_email: { rule: 'email', message } } })
  }
  return {
    ...(trimmed as Omit<MentorFields, 'capacity' | 'topics'>),
    capacity,
    topics: topics.map((one) => one.trim()),
  }
}

async function accountAt(db: Db | Tx, testId: number) {
  const account = await db
    .selectFrom('accounts')
    .select(['id', 'last_name', 'first_name', 'middle_name'])
    .where('test_id', '=', testId)
    .where('disabled_at', 'is', null)
    .executeTakeFirst()
  return account
}

/** The present assistant and places, if there is a profile. Locks it, so that acts of the assistant come before or after. */
export async function profileBefore(
  tx: Tx,
  mentorId: number,
): Promise<{ assistant_email: string; capacity: number | null } | undefined> {
  return tx
    .selectFrom('mentor_profiles')
    .select(['assistant_email', 'capacity'])
    .where('account_id', '=', mentorId)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** Makes an account a mentor of the stage, or changes the mentor's fields. */
export async function nameMentor(services: Services, actorId: number, who: Who, fields: MentorFields): Promise<void> {
  const { db } = services
  const { stage } = await mentorStage(services, who)
  const checked = checkedFields(fields)
  await db.transaction().execute(async (tx) => {
    const account = await accountAt(tx, who.test_id)
    if (!account) throw new Refusal('user_not_found')
    await keepForDuty(tx, account.id)
    await tx
      .insertInto('account_roles')
      .values({ account_id: account.id, role: 'mentor' })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const before = await profileBefore(tx, account.id)
    await tx
      .insertInto('mentor_profiles')
      .values({ account_id: account.id, ...checked })
      .onConflict((conflict) => conflict.column('account_id').doUpdateSet(checked))
      .execute()
    const added = await tx
      .insertInto('stage_mentors')
      .values({ stage_id: stage.id, mentor_id: account.id })
      .onConflict((conflict) => conflict.doNothing())
      .returning('mentor_id')
      .executeTakeFirst()
    await tellAssistants(tx, services, account.id, {
      ...{ before: before?.assistant_email ?? '', after: checked.assistant_email },
    })
    await audited(tx, actorId, who, added ? 'mentor_named' : 'mentor_edited', {
      ...{ field: 'capacity', title: 'Мест' },
      ...{ before: placesInWords(before?.capacity), after: placesInWords(checked.capacity) },
    })
  })
}

/** Removes a mentor from the stage, so that nobody new chooses or gets the mentor. Pairs at other stages stay. */
export async function removeMentor(services: Services, actorId: number, who: Who): Promise<void> {
  const { db } = services
  const { stage } = await mentorStage(services, who)
  await db.transaction().execute(async (tx) => {
    const account = await accountAt(tx, who.test_id)
    if (!account) throw new Refusal('mentor_not_found')
    // Removed first: this waits for those who are just giving the mentor a person.
    const removed = await tx
      .deleteFrom('stage_mentors')
      .where('stage_id', '=', stage.id)
      .where('mentor_id', '=', account.id)
      .returning('mentor_id')
      .executeTakeFirst()
    if (!removed) throw new Refusal('mentor_not_found')
    const busy = await tx
      .selectFrom('mentor_choices as c')
      .select('c.account_id')
      .where('c.stage_id', '=', stage.id)
      .where('c.mentor_id', '=', account.id)
      .where(isTakenOrAsked('c'))
      .limit(1)
      .executeTakeFirst()
    if (busy) throw new Refusal('mentor_busy')
    await audited(tx, actorId, who, 'mentor_removed')
  })
}

const placesInWords = (capacity: number | null | undefined) => (capacity == null ? 'сколько угодно' : String(capacity))

const audited = (tx: Tx, actorId: number, { competition, code, test_id }: Who, action: string, change?: StageChange) =>
  recordAudit(tx, {
    actorId,
    action,
    subject: `stage:${competition}/${code}`,
    detail: {
      competition,
      stage: code,
      person: test_id,
      ...(change && { changes: [change] }),
    },
  })

/** Sets before a matching that a person and a mentor work together, or never do. */
export async function pinMentor(
  services: Services,
  actorId: number,
  who: Who,
  { mentor: mentorNumber, act }: { mentor: number; act: 'pin' | 'bar' | 'none' },
): Promise<void> {
  const { db, clock } = services
  const { stage } = await matchedStage(services, who)
  await db.transaction().execute(async (tx) => {
    const [person, mentor] = [await accountAt(tx, who.test_id), await accountAt(tx, mentorNumber)]
    const facts =
      person &&
      (await tx
        .selectFrom('stage_facts')
        .select('submitted_at')
        .where('account_id', '=', person.id)
        .where('stage_id', '=', stage.id)
        .where('submitted_at', 'is not', null)
        .executeTakeFirst())
    if (!person || !facts) throw new Refusal('user_not_found')
    const named =
      mentor &&
      (await tx
        .selectFrom('stage_mentors')
        .select('mentor_id')
        .where('stage_id', '=', stage.id)
        .where('mentor_id', '=', mentor.id)
        .executeTakeFirst())
    if (!mentor || (!named && act !== 'none')) throw new Refusal('mentor_not_found')
    const pair = { stage_id: stage.id, account_id: person.id, mentor_id: mentor.id }
    const was = await tx
      .deleteFrom('mentor_pins')
      .where('stage_id', '=', pair.stage_id)
      .where('account_id', '=', pair.account_id)
      .where('mentor_id', '=', pair.mentor_id)
      .returning('barred')
      .executeTakeFirst()
    if (act === 'pin') {
      const conflicts = await mentorConflicts(tx, stage.id, [person.id])
      if (conflicts.some((each) => each.mentor === mentor.id))
        throw new Refusal('mentor_conflict', { values: { name: formalName(mentor) } })
    }
    if (act !== 'none')
      await tx
        .insertInto('mentor_pins')
        .values({ ...pair, barred: act === 'bar', pinned_by: actorId, pinned_at: clock() })
        .execute()
    const what = { pin: 'закреплён', bar: 'запрещён', none: 'как решит подбор' }
    await audited(tx, actorId, who, 'mentor_pinned', {
      ...{ field: 'mentor', title: `Наставник ID ${mentorNumber}` },
      ...{ before: what[!was ? 'none' : was.barred ? 'bar' : 'pin'], after: what[act] },
    })
  })
}
