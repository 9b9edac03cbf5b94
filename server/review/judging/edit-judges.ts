import { sql } from 'kysely'
import { inviteStaff, withdrawInvitation } from '#server/accounts/rights/invite-staff.ts'
import { giveDuty } from '#server/accounts/rights/staff.ts'
import type { Tx } from '#server/db.ts'
import type { Services } from '#server/services.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { oneLine } from '#shared/platform/text/one-line.ts'
import type { StageChange } from '#shared/stages/stage-changes.ts'
import { askUnknown, forgetBackgrounds } from './background.ts'
import { audited, readJudging } from './edit-judging.ts'
import { type Place, stageWithJudges } from './store.ts'
import { takeReadings } from './take-readings.ts'

interface Invited {
  email: string
  region: string
  employer: string
}

const maxJudges = 1000

/** Parses lines of a table: an address, then, separated by tab or semicolon, the region and the employer. */
export function invitedIn(text: string): Invited[] {
  const found = new Map<string, Invited>()
  for (const line of text.split(/[\n\r]+/)) {
    const [first = '', region = '', employer = ''] = line.split(/[;\t]/).map((cell) => oneLine(cell).trim())
    for (const email of first.split(/[\s,]+/).filter((part) => part.includes('@')))
      found.set(email.toLowerCase(), { email: email.toLowerCase(), region, employer: employer.slice(0, 300) })
  }
  return [...found.values()].slice(0, maxJudges)
}

/** Names judges by the confirmed addresses of their accounts. Addresses without an account get a letter with a link. */
export async function addJudges(services: Services, actorId: number, place: Place, emails: string) {
  const { db, clock } = services
  const { id: stageId } = await stageWithJudges(services, place)
  const invited = invitedIn(emails)
  const { letters, unknownRegions } = await db.transaction().execute(async (tx) => {
    if (invited.length === 0) return { letters: [], unknownRegions: [] }
    const accounts = await tx
      .selectFrom('accounts')
      .select(['id', 'test_id', 'email'])
      .where(
        'email',
        'in',
        invited.map(({ email }) => email),
      )
      .where('email_verified_at', 'is not', null)
      .where('disabled_at', 'is', null)
      .execute()
    const regions = await regionsByName(tx, invited)
    const unreadable = invited.flatMap(({ region }) =>
      region === '' || regions.has(region.toLowerCase()) ? [] : [region],
    )
    const known = new Map(accounts.map((account) => [account.email?.toLowerCase() ?? '', account]))
    const invitations: number[] = []
    for (const { email, region, employer } of invited) {
      const duty = {
        stage_id: stageId,
        duty: 'judge' as const,
        region: regions.get(region.toLowerCase()) ?? null,
        employer,
      }
      const account = known.get(email)
      if (account) {
        await giveDuty(tx, account.id, duty, { by: actorId, at: clock() })
        await askUnknown(tx, account.id, [duty])
      } else invitations.push(await inviteStaff(tx, services, email, duty, actorId))
    }
    await audited(tx, actorId, place, 'judges_added', [...accounts.map(named), ...invitations.map(invitedAs)])
    return {
      letters: invited.flatMap(({ email }) => (known.has(email) ? [] : [email])),
      unknownRegions: [...new Set(unreadable)],
    }
  })
  return { judging: await readJudging(services, place, 'whole'), letters, unknown_regions: unknownRegions }
}

async function regionsByName(tx: Tx, invited: readonly Invited[]): Promise<Map<string, string>> {
  const names = [...new Set(invited.map(({ region }) => region).filter((name) => name !== ''))]
  if (names.length === 0) return new Map()
  const found = await tx
    .selectFrom('dictionary_items')
    .select(['id', 'value'])
    .where('dict', '=', 'regions')
    .where((is) =>
      is.or([
        is(
          sql<string>`lower(value)`,
          'in',
          names.map((name) => name.toLowerCase()),
        ),
        is('id', 'in', names),
      ]),
    )
    .execute()
  return new Map(
    found.flatMap(({ id, value }) => [[value.toLowerCase(), id] as const, [id.toLowerCase(), id] as const]),
  )
}

/** Takes back an invitation that was not answered. */
export async function withdrawJudge(services: Services, actorId: number, place: Place, email: string) {
  const { id: stageId } = await stageWithJudges(services, place)
  await services.db.transaction().execute(async (tx) => {
    const invitation = await withdrawInvitation(tx, stageId, 'judge', email.trim().toLowerCase())
    if (invitation === null) throw new Refusal('user_not_found')
    await audited(tx, actorId, place, 'judge_invitation_withdrawn', [invitedAs(invitation)])
  })
  return readJudging(services, place, 'whole')
}

/**
 * Takes the duty away. Readings that are not handed in, or are of an earlier hand-in, go to others, and their drafts
 * are kept; marks of current hand-ins stay.
 */
export async function removeJudge(services: Services, actorId: number, place: Place, testId: number) {
  const { id: stageId } = await stageWithJudges(services, place)
  await services.db.transaction().execute(async (tx) => {
    await lockIfJudged(tx, stageId)
    const judge = await judgeOf(tx, stageId, testId)
    await takeReadings(tx, sql<boolean>`r.judge_id = ${judge} and w.stage_id = ${stageId}`, {
      why: 'removed',
      reason: 'Эксперт снят с этапа',
      at: services.clock(),
      marks: false,
    })
    await tx
      .deleteFrom('stage_staff')
      .where('stage_id', '=', stageId)
      .where('account_id', '=', judge)
      .where('duty', '=', 'judge')
      .execute()
    await forgetBackgrounds(tx)
    await audited(tx, actorId, place, 'judge_removed', [named({ test_id: testId })])
  })
  return readJudging(services, place, 'whole')
}

/** Nobody marks or assigns works of the stage until the transaction ends. Judges of matches have no judging. */
const lockIfJudged = (tx: Tx, stageId: number) =>
  tx.selectFrom('judgings').select('stage_id').where('stage_id', '=', stageId).forUpdate().execute()

/**
 * Declares a conflict between a judge and an author; also for a removed judge, whose marks stay. Works of that person
 * go to others; marks that the judge has given stop counting unless the work is decided about. Returns how many stopped
 * counting.
 */
export async function pinConflict(
  services: Services,
  actorId: number,
  place: Place,
  { judge: testId, participant, reason }: { judge: number; participant: number; reason: string },
) {
  const { id: stageId } = await stageWithJudges(services, place)
  const withdrawn = await services.db.transaction().execute(async (tx) => {
    await lockIfJudged(tx, stageId)
    const judge = await judgeOf(tx, stageId, testId, { gone: true })
    const author = await tx
      .selectFrom('accounts as a')
      .innerJoin('participations as p', 'p.account_id', 'a.id')
      .select('a.id')
      .where('a.test_id', '=', participant)
      .where('p.competition_code', '=', place.competition)
      .executeTakeFirst()
    if (!author) throw new Refusal('user_not_found')
    const conflict = { stageId, judge, author: author.id, reason, by: actorId, at: services.clock() }
    const marks = await keepConflict(tx, conflict)
    const gone: StageChange[] =
      marks === 0 ? [] : [{ field: 'readings', title: `Оценок больше не учитывается: ${marks}` }]
    const whose: StageChange = { field: 'author', title: `Автор работ, ID ${participant}` }
    await audited(tx, actorId, place, 'judge_conflict', [named({ test_id: testId }), whose, ...gone])
    return marks
  })
  return { withdrawn, judging: await readJudging(services, place, 'whole') }
}

interface Conflict {
  stageId: number
  judge: number
  author: number
  reason: string
  by: number
  at: Date
}

/**
 * Stores a conflict, and takes from the judge the works of that author. Returns how many marks stopped counting. Works
 * that are decided about keep their marks, because the decision depends on them.
 */
export async function keepConflict(tx: Tx, { stageId, judge, author, reason, by, at }: Conflict): Promise<number> {
  await tx
    .insertInto('judge_conflicts')
    .values({
      stage_id: stageId,
      judge_id: judge,
      account_id: author,
      reason: reason.trim(),
      declared_at: at,
      declared_by: by,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const which = sql<boolean>`r.judge_id = ${judge} and w.stage_id = ${stageId} and ${isOf(author)}
    and (w.waits_since is not null or r.done_at is null)`
  return takeReadings(tx, which, { why: 'conflict', reason: reason.trim(), at, marks: true })
}

/** A condition: the work `w` is of this person or of a team that they are in. */
const isOf = (author: number) => sql<boolean>`(w.account_id = ${author} or w.team_id in (
  select m.team_id from formed_team_members m where m.account_id = ${author} and m.state = 'active'))`

/** The judge with this number; with `gone` also a removed one who has read works of the stage. */
async function judgeOf(tx: Tx, stageId: number, testId: number, { gone = false } = {}): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select a.id from accounts a where a.test_id = ${testId} and (
      exists (select from stage_staff t where t.stage_id = ${stageId} and t.account_id = a.id and t.duty = 'judge')
      or ${gone} and exists (
        select from readings r join works w on w.id = r.work_id where w.stage_id = ${stageId} and r.judge_id = a.id))`.execute(
    tx,
  )
  const [judge] = rows
  if (!judge) throw new Refusal('user_not_found')
  return judge.id
}

const named = ({ test_id }: { test_id: number }): StageChange => ({ field: 'judge', title: `Эксперт, ID ${test_id}` })

/** Somebody without an account yet: the address stands only with the invitation. */
const invitedAs = (invitation: number): StageChange => ({
  field: `judge_${invitation}`,
  title: `Приглашение № ${invitation}`,
})
