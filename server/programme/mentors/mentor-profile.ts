import { tellAssistants } from '#server/accounts/rights/assistants.ts'
import type { Db } from '#server/db.ts'
import { recordAudit } from '#server/platform/audit/record-audit.ts'
import { countEach, refuseUsedUp } from '#server/platform/http/limits.ts'
import type { Services } from '#server/services.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { checkedFields, type MentorFields, profileBefore } from './edit-mentors.ts'

interface Absence {
  begins: string
  ends: string
}
export type MentorProfile = MentorFields & { absences: Absence[] }

const nothing: MentorFields = {
  ...{ position: '', field: '', region: '', employer: '', about: '', video: '' },
  ...{ capacity: null, topics: [], assistant_email: '' },
}

/** The mentor's own profile; an empty one if it was never saved. */
export async function readProfile(db: Db, mentorId: number): Promise<MentorProfile> {
  const row = await db
    .selectFrom('mentor_profiles')
    .select(['position', 'field', 'region', 'employer', 'about', 'video', 'capacity', 'topics', 'assistant_email'])
    .where('account_id', '=', mentorId)
    .executeTakeFirst()
  const absences = await db
    .selectFrom('mentor_absences')
    .select(['begins', 'ends'])
    .where('mentor_id', '=', mentorId)
    .orderBy('begins')
    .limit(100)
    .execute()
  return { ...(row ?? nothing), absences }
}

/** Saves the profile. With fewer places than people nobody loses the mentor, but nobody new gets one. */
export async function saveProfile(
  services: Services,
  mentorId: number,
  profile: MentorProfile,
): Promise<MentorProfile> {
  const { absences, ...fields } = profile
  const checked = checkedFields(fields)
  const days = checkedAbsences(absences)
  await services.db.transaction().execute(async (tx) => {
    const profile = await profileBefore(tx, mentorId)
    const before = profile?.assistant_email ?? ''
    // Each new name is a letter to an address that the mentor has typed.
    if (checked.assistant_email !== '' && before.toLowerCase() !== checked.assistant_email.toLowerCase()) {
      const changes = [['assistant_change', `a${mentorId}`]] as const
      await refuseUsedUp(tx, changes, services.clock())
      await countEach(tx, changes, services.clock())
    }
    await tx
      .insertInto('mentor_profiles')
      .values({ account_id: mentorId, ...checked })
      .onConflict((conflict) => conflict.column('account_id').doUpdateSet(checked))
      .execute()
    await tx.deleteFrom('mentor_absences').where('mentor_id', '=', mentorId).execute()
    if (days.length > 0)
      await tx
        .insertInto('mentor_absences')
        .values(days.map((each) => ({ mentor_id: mentorId, ...each })))
        .execute()
    await tellAssistants(tx, services, mentorId, { before, after: checked.assistant_email })
    await recordAudit(tx, {
      ...{ actorId: mentorId, action: 'mentor_profile_saved', subject: `account:${mentorId}` },
      detail: {
        before: { capacity: profile?.capacity ?? null },
        after: { capacity: checked.capacity, absences: days.length },
        assistant_changed: before.toLowerCase() !== checked.assistant_email.toLowerCase(),
      },
    })
  })
  return { ...checked, absences: days }
}

const isDay = (text: string) => new Date(`${text}T00:00:00Z`).toJSON()?.slice(0, 10) === text

/** The absences in order. Refuses absences that overlap, or end before they begin. */
function checkedAbsences(absences: readonly Absence[]): Absence[] {
  const fault = (at: number, name: 'begins' | 'ends', message: string) =>
    new Refusal('form_invalid', { fields: { [`absences.${at}.${name}`]: { rule: 'min_value', message } } })
  const sorted = absences
    .map((each, at) => ({ ...each, at }))
    .sort((one, other) => one.begins.localeCompare(other.begins))
  for (const [place, { begins, ends, at }] of sorted.entries()) {
    if (!isDay(begins)) throw fault(at, 'begins', 'Введите день, который есть в календаре')
    if (!isDay(ends)) throw fault(at, 'ends', 'Введите день, который есть в календаре')
    if (ends < begins) throw fault(at, 'ends', 'Возвращение не может быть раньше отъезда')
    const before = sorted[place - 1]
    if (before && begins <= before.ends) throw fault(at, 'begins', 'Этот отъезд пересекается с другим')
  }
  return sorted.map(({ begins, ends }) => ({ begins, ends }))
}
