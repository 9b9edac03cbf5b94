import { sql } from 'kysely'
import type { Tx } from '#server/db.ts'
import { messagePerson } from '#server/messages/notifications/message-person.ts'
import { containing } from '#server/platform/db/containing.ts'
import { readFound } from '#server/platform/db/read-page.ts'
import { firstFree } from '#server/programme/regional-teams/join-team.ts'
import { audited } from '#server/review/judging/edit-judging.ts'
import type { Services } from '#server/services.ts'
import { addressOfStage } from '#server/stages/address-of-stage.ts'
import { recordFacts } from '#server/stages/facts.ts'
import type { SeasonStage } from '#server/stages/season.ts'
import type { Page } from '#shared/platform/api/page.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { quoted } from '#shared/platform/text/quoted.ts'
import type { Place } from './owners-stage.ts'
import { lockGroup, ownersRegional } from './regional-groups.ts'

type OfTeam = Place & { team_id: number }
type OfMember = OfTeam & { test_id: number }

/** A page of a group's teams with their people; one statement, and one more for the group. */
export async function listRegionalTeams(
  services: Services,
  { group_id, ...place }: Place & { group_id: number },
  { search, limit, offset }: Page & { search: string },
) {
  const { db } = services
  await ownersRegional(services, place)
  const group = await db
    .selectFrom('regional_groups')
    .select('id')
    .where('id', '=', group_id)
    .where('competition_code', '=', place.competition)
    .executeTakeFirst()
  if (!group) throw new Refusal('regional_group_not_found')
  const words = containing(search.trim())
  const { rows, count } = await readFound(
    db,
    { limit, offset },
    (page) => sql<{
      team_id: number
      name: string
      capacity: number
      marks: number
      members: { test_id: number; name: string }[]
      found: number
    }>`
    select page.*, coalesce(people.members, '[]') as members,
      (select count(*)::int from regional_team_assessments s join regional_team_members own
        on own.competition_code = s.competition_code and own.account_id = s.author_id
        where own.team_id = page.team_id) as marks
    from (
      select t.id as team_id, t.name, t.capacity, (count(*) over ())::int as found
      from regional_teams t
      where t.group_id = ${group_id} and (t.name ilike ${words} or exists (
        select from regional_team_members m join accounts a on a.id = m.account_id
        where m.team_id = t.id and concat_ws(' ', a.last_name, a.first_name) ilike ${words}))
      order by t.name, t.id limit ${page.limit} offset ${page.offset}
    ) as page cross join lateral (
      select json_agg(json_build_object('test_id', a.test_id, 'name', concat_ws(' ', a.last_name, a.first_name))
        order by m.joined_at, m.account_id) as members
      from regional_team_members m join accounts a on a.id = m.account_id where m.team_id = page.team_id
    ) as people
    order by page.name, page.team_id`,
  )
  return { count, teams: rows.map(({ found: _found, ...team }) => team) }
}

interface Team {
  name: string
  capacity: number
}

export async function makeTeam(
  services: Services,
  actorId: number,
  place: Place & { group_id: number },
  { name, capacity }: Team,
) {
  await ownersRegional(services, place)
  return services.db.transaction().execute(async (tx) => {
    await lockGroup(tx, place)
    const { id } = await tx
      .insertInto('regional_teams')
      .values({ group_id: place.group_id, competition_code: place.competition, name: name.trim(), capacity })
      .returning('id')
      .executeTakeFirstOrThrow()
    await audited(tx, actorId, place, 'regional_team_made', [
      { field: 'team', title: `Команда ${id}, мест: ${capacity}` },
    ])
    return { id }
  })
}

/** When places are removed, people above the limit move to free places below it. */
export async function changeRegionalTeam(services: Services, actorId: number, place: OfTeam, { name, capacity }: Team) {
  await ownersRegional(services, place)
  await services.db.transaction().execute(async (tx) => {
    const before = await lockRegionalTeam(tx, place)
    const members = await tx
      .selectFrom('regional_team_members')
      .select(['account_id', 'seat'])
      .where('team_id', '=', place.team_id)
      .orderBy('seat')
      .execute()
    if (members.length > capacity)
      throw new Refusal('regional_places_taken', { values: { count: members.length, max: capacity } })
    const seats = members.map(({ seat }) => seat).filter((seat) => seat <= capacity)
    for (const { account_id } of members.filter(({ seat }) => seat > capacity)) {
      const seat = firstFree(seats)
      seats.push(seat)
      await tx
        .updateTable('regional_team_members')
        .set({ seat })
        .where('team_id', '=', place.team_id)
        .where('account_id', '=', account_id)
        .execute()
    }
    await tx
      .updateTable('regional_teams')
      .set({ name: name.trim(), capacity })
      .where('id', '=', place.team_id)
      .execute()
    await audited(tx, actorId, place, 'regional_team_changed', [
      { field: 'name', title: `Команда ${place.team_id}, название`, before: before.name, after: name.trim() },
      { field: 'capacity', title: 'Мест', before: String(before.capacity), after: String(capacity) },
    ])
  })
}

export async function dropRegionalTeam(services: Services, actorId: number, place: OfTeam): Promise<void> {
  await ownersRegional(services, place)
  await services.db.transaction().execute(async (tx) => {
    await lockRegionalTeam(tx, place)
    const member = await tx
      .selectFrom('regional_team_members')
      .select('seat')
      .where('team_id', '=', place.team_id)
      .executeTakeFirst()
    if (member) throw new Refusal('regional_in_use')
    await tx.deleteFrom('regional_teams').where('id', '=', place.team_id).execute()
    await audited(tx, actorId, place, 'regional_team_dropped', [{ field: 'team', title: `Команда ${place.team_id}` }])
  })
}

/** Adds a person of the competition to a team, also from another one, and after the close. */
export async function bringIntoRegional(services: Services, actorId: number, place: OfMember, reason: string) {
  const stage = await ownersRegional(services, place)
  const now = services.clock()
  await services.db.transaction().execute(async (tx) => {
    const called = await tx
      .selectFrom('accounts as a')
      .innerJoin('participations as p', 'p.account_id', 'a.id')
      .select(['a.id', 'p.track_code'])
      .where('a.test_id', '=', place.test_id)
      .where('p.competition_code', '=', place.competition)
      .where('p.disqualified_at', 'is', null)
      .where('p.withdrawn_at', 'is', null)
      .executeTakeFirst()
    if (!called) throw new Refusal('user_not_found')
    // The person is locked before the team, as when a person joins.
    await recordFacts(tx, { accountId: called.id, stageId: stage.id }, { passedAt: now }, now)
    const team = await lockRegionalTeam(tx, place)
    const of = { competition_code: place.competition, account_id: called.id }
    const seats = await tx
      .selectFrom('regional_team_members')
      .select(['account_id', 'seat'])
      .where('team_id', '=', place.team_id)
      .execute()
    if (seats.some(({ account_id }) => account_id === called.id)) return
    const seat = firstFree(seats.map((each) => each.seat))
    if (seat > team.capacity) throw new Refusal('team_full')
    await tx
      .deleteFrom('regional_team_members')
      .where('competition_code', '=', of.competition_code)
      .where('account_id', '=', of.account_id)
      .execute()
    await tx
      .insertInto('regional_team_members')
      .values({ ...of, team_id: place.team_id, capacity: team.capacity, seat, joined_at: now })
      .execute()
    await tell(
      tx,
      services,
      { stage, ...called },
      'Вы в команде',
      `Организатор ввёл вас в команду ${quoted(team.name)}.`,
      reason,
    )
    await audited(tx, actorId, place, 'team_member_added', [
      { field: 'team', title: `Региональная команда ${place.team_id}: участник № ${place.test_id}` },
    ])
  })
}

export async function takeOutOfRegional(services: Services, actorId: number, place: OfMember, reason: string) {
  const stage = await ownersRegional(services, place)
  const now = services.clock()
  await services.db.transaction().execute(async (tx) => {
    const member = await tx
      .selectFrom('regional_team_members as m')
      .innerJoin('accounts as a', 'a.id', 'm.account_id')
      .leftJoin('participations as p', (join) =>
        join.onRef('p.account_id', '=', 'm.account_id').onRef('p.competition_code', '=', 'm.competition_code'),
      )
      .select(['a.id', 'p.track_code'])
      .where('m.team_id', '=', place.team_id)
      .where('m.competition_code', '=', place.competition)
      .where('a.test_id', '=', place.test_id)
      .executeTakeFirst()
    if (!member) {
      await lockRegionalTeam(tx, place)
      throw new Refusal('team_member_not_found')
    }
    await recordFacts(tx, { accountId: member.id, stageId: stage.id }, { startedAt: null, passedAt: null }, now)
    const team = await lockRegionalTeam(tx, place)
    const { numDeletedRows } = await tx
      .deleteFrom('regional_team_members')
      .where('team_id', '=', place.team_id)
      .where('account_id', '=', member.id)
      .executeTakeFirst()
    // The person has left the team while this waited.
    if (numDeletedRows === 0n) throw new Refusal('team_member_not_found')
    const text = `Организатор вывел вас из команды ${quoted(team.name)}.`
    await tell(tx, services, { stage, ...member }, 'Вы больше не в команде', text, reason)
    await audited(tx, actorId, place, 'team_member_removed', [
      { field: 'team', title: `Региональная команда ${place.team_id}: участник № ${place.test_id}` },
    ])
  })
}

export async function regionalMarks(services: Services, place: OfTeam) {
  const { db } = services
  await ownersRegional(services, place)
  const { rows } = await sql<{
    members: { test_id: number; name: string }[] | null
    marks: { author: number; teammate: number; mark: number; comment: string }[] | null
  }>`
    select
      (select json_agg(json_build_object('test_id', a.test_id, 'name', concat_ws(' ', a.last_name, a.first_name))
        order by m.joined_at, m.account_id)
        from regional_team_members m join accounts a on a.id = m.account_id where m.team_id = t.id) as members,
      (select json_agg(json_build_object('author', one.test_id, 'teammate', two.test_id, 'mark', s.mark,
          'comment', s.comment) order by one.test_id, two.test_id)
        from regional_team_members m
        join regional_team_assessments s on s.competition_code = m.competition_code and s.author_id = m.account_id
        join accounts one on one.id = s.author_id join accounts two on two.id = s.teammate_id
        where m.team_id = t.id) as marks
    from regional_teams t where t.id = ${place.team_id} and t.competition_code = ${place.competition}`.execute(db)
  const [found] = rows
  if (!found) throw new Refusal('team_not_found')
  return { members: found.members ?? [], marks: found.marks ?? [] }
}

interface Marked {
  author: number
  teammate: number
  mark: number | null
  reason: string
}

/** Sets, changes or removes a mark. Its author is notified; the author's comment stays. */
export async function setRegionalMark(services: Services, actorId: number, place: OfTeam, set: Marked): Promise<void> {
  const stage = await ownersRegional(services, place)
  const now = services.clock()
  await services.db.transaction().execute(async (tx) => {
    const team = await lockRegionalTeam(tx, place)
    const people = await tx
      .selectFrom('regional_team_members as m')
      .innerJoin('accounts as a', 'a.id', 'm.account_id')
      .leftJoin('participations as p', (join) =>
        join.onRef('p.account_id', '=', 'm.account_id').onRef('p.competition_code', '=', 'm.competition_code'),
      )
      .select(['a.id', 'a.test_id', 'p.track_code'])
      .where('m.team_id', '=', place.team_id)
      .where('a.test_id', 'in', [set.author, set.teammate])
      .orderBy('m.seat')
      .execute()
    const author = people.find(({ test_id }) => test_id === set.author)
    const teammate = people.find(({ test_id }) => test_id === set.teammate)
    if (!author || !teammate || author.id === teammate.id) throw new Refusal('not_teammate')
    const of = { competition_code: place.competition, author_id: author.id, teammate_id: teammate.id }
    const before = await tx
      .selectFrom('regional_team_assessments')
      .select('mark')
      .where('competition_code', '=', of.competition_code)
      .where('author_id', '=', of.author_id)
      .where('teammate_id', '=', of.teammate_id)
      .executeTakeFirst()
    if (set.mark === null)
      await tx
        .deleteFrom('regional_team_assessments')
        .where('competition_code', '=', of.competition_code)
        .where('author_id', '=', of.author_id)
        .where('teammate_id', '=', of.teammate_id)
        .execute()
    else
      await tx
        .insertInto('regional_team_assessments')
        .values({ ...of, mark: set.mark, comment: '', assessed_at: now })
        .onConflict((conflict) =>
          conflict
            .columns(['competition_code', 'author_id', 'teammate_id'])
            .doUpdateSet({ mark: sql`excluded.mark`, assessed_at: now }),
        )
        .execute()
    const text = `Организатор ${set.mark === null ? 'убрал' : 'изменил'} вашу оценку участника команды ${quoted(team.name)}.`
    await tell(tx, services, { stage, ...author }, 'Ваша оценка изменена', text, set.reason)
    await audited(tx, actorId, place, 'regional_mark_set', [
      {
        ...{
          field: 'mark',
          title: `Команда ${place.team_id}: участник № ${set.author} об участнике № ${set.teammate}`,
        },
        ...{ before: String(before?.mark ?? 'нет'), after: String(set.mark ?? 'нет') },
      },
    ])
  })
}

async function lockRegionalTeam(tx: Tx, { competition, team_id }: OfTeam) {
  const team = await tx
    .selectFrom('regional_teams')
    .select(['id', 'name', 'capacity'])
    .where('id', '=', team_id)
    .where('competition_code', '=', competition)
    .forUpdate()
    .executeTakeFirst()
  if (!team) throw new Refusal('team_not_found')
  return team
}

function tell(
  tx: Tx,
  services: Services,
  { stage, id, track_code }: { stage: SeasonStage; id: number; track_code: string | null },
  title: string,
  text: string,
  reason: string,
): Promise<void> {
  return messagePerson(tx, services, id, {
    kind: 'teams',
    title,
    text: `${text} Причина: ${reason.trim()}`,
    link: { path: addressOfStage(stage.competitionCode, track_code, stage), words: 'Открыть команды' },
  })
}
