import { sql } from 'kysely'
import type { Db } from '#server/db.ts'
import type { Services } from '#server/services.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { formatWire } from '#shared/platform/time/moscow.ts'
import { accountOf, type MemberProfile } from './store.ts'

/** A person's profile. Throws `user_not_found` for readers who may not see it. */
export async function readProfile(db: Db, accountId: number, userId: number) {
  const { rows } = await sql<MemberProfile & { user_id: number; saved_at: Date | null }>`
    select a.test_id as user_id, a.last_name, a.first_name,
      coalesce((
        select d.value from participations p
        join dictionary_items d on d.id = p.region and d.dict = 'regions' and d.competition_code is null
        where p.account_id = a.id order by p.joined_at desc limit 1
      ), '') as region,
      coalesce(f.skills, '') as skills, coalesce(f.about, '') as about, coalesce(f.contact, '') as contact, f.saved_at
    from accounts a left join team_member_profiles f on f.account_id = a.id
    where a.test_id = ${userId} and (a.id = ${accountId} or ${mayBeReadBy(accountId)})`.execute(db)
  const [found] = rows
  if (!found) throw new Refusal('user_not_found')
  return { ...found, saved_at: found.saved_at && formatWire(found.saved_at) }
}

/**
 * Readers: teammates; the captain of a team to which `a` sent a request; any captain of the stage while `a` looks for a
 * team.
 */
const mayBeReadBy = (readerId: number) => sql`exists (
    select from formed_team_members reader
    where reader.account_id = ${readerId} and reader.state = 'active' and (
      exists (
        select from formed_team_members m
        where m.team_id = reader.team_id and m.account_id = a.id
          and (m.state = 'active' or m.state = 'requested' and reader.role = 'captain')
      )
      or reader.role = 'captain' and exists (
        select from team_seekers k where k.stage_id = reader.stage_id and k.account_id = a.id
      )
    )
  )`

/** Saves the person's own profile; another one is refused. */
export async function saveProfile(
  { db, clock }: Services,
  {
    accountId,
    userId,
    ...profile
  }: Pick<MemberProfile, 'skills' | 'about' | 'contact'> & { accountId: number; userId: number },
): Promise<{ saved_at: string }> {
  if ((await accountOf(db, userId)) !== accountId) throw new Refusal('user_not_found')
  const saved = {
    skills: profile.skills.trim(),
    about: profile.about.trim(),
    contact: profile.contact.trim(),
    saved_at: clock(),
  }
  await db
    .insertInto('team_member_profiles')
    .values({ account_id: accountId, ...saved })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(saved))
    .execute()
  return { saved_at: formatWire(saved.saved_at) }
}
