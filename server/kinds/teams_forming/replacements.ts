import { sql } from 'kysely'
import { readFound } from '#server/platform/db/read-page.ts'
import { leave } from '#server/programme/team-formation/leave-team.ts'
import { refusingTwoTeams } from '#server/programme/team-formation/other-team.ts'
import { refuseUnlessFree } from '#server/programme/team-formation/replacements.ts'
import { audited } from '#server/review/judging/edit-judging.ts'
import type { Services } from '#server/services.ts'
import type { Page } from '#shared/platform/api/page.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { quoted } from '#shared/platform/text/quoted.ts'
import { formatWire } from '#shared/platform/time/moscow.ts'
import { takePlace } from './change-members.ts'
import { idsOf, lockOne, ownersFormation, type Place, tellPeople } from './owners-stage.ts'

type State = 'asked' | 'granted' | 'declined' | 'withdrawn'

/** Requests for replacements: waiting ones, the oldest first, or closed ones, the newest first. */
export async function listReplacements(
  services: Services,
  place: Place,
  { over, limit, offset }: Page & { over: boolean },
) {
  const { stage, rules } = await ownersFormation(services, place)
  const order = over ? sql`r.decided_at desc, r.id desc` : sql`r.asked_at, r.id`
  const { rows, count } = await readFound(
    services.db,
    { limit, offset },
    (page) => sql<{
      id: number
      state: State
      team_id: number
      team: string
      leaving: string | null
      coming: string
      coming_number: number
      reason: string
      asked_at: Date
      answer: string
      files: { file_id: string; name: string }[]
      found: number
    }>`
    select r.id, r.state, r.team_id, t.name as team, r.reason, r.asked_at, r.answer,
      concat_ws(' ', coming.last_name, coming.first_name) as coming, coming.test_id as coming_number,
      (select concat_ws(' ', a.last_name, a.first_name) from accounts a where a.id = r.leaving_id) as leaving,
      coalesce((select json_agg(json_build_object('file_id', f.id, 'name', f.name) order by f.created_at, f.id)
        from team_replacement_files d join files f on f.id = d.file_id where d.replacement_id = r.id), '[]') as files,
      (count(*) over ())::int as found
    from team_replacements r
    join formed_teams t on t.id = r.team_id and t.dissolved_at is null
    join accounts coming on coming.id = r.coming_id
    where r.stage_id = ${stage.id} and (r.state <> 'asked') = ${over}
    order by ${order} limit ${page.limit} offset ${page.offset}`,
  )
  return {
    count,
    until: rules.replaceUntil && formatWire(rules.replaceUntil),
    replacements: rows.map(({ found: _found, asked_at, ...row }) => ({ ...row, asked_at: formatWire(asked_at) })),
  }
}

interface Decided {
  replacementId: number
  outcome: 'granted' | 'declined'
  reason: string
}

/** Answers a request. The newcomer takes the place and the role of the leaving member in one step. */
export async function decideReplacement(services: Services, actorId: number, place: Place, of: Decided): Promise<void> {
  const { stage, rules } = await ownersFormation(services, place)
  const now = services.clock()
  const answer = of.reason.trim()
  if (of.outcome === 'declined' && answer === '') throw new Refusal('team_reason_needed')
  await refusingTwoTeams(() =>
    services.db.transaction().execute(async (tx) => {
      const wanted = tx
        .selectFrom('team_replacements')
        .select(['team_id', 'leaving_id', 'coming_id'])
        .where('id', '=', of.replacementId)
        .where('stage_id', '=', stage.id)
        .where('state', '=', 'asked')
      const asked = await wanted.executeTakeFirst()
      if (!asked) throw new Refusal('replacement_not_found')
      const locked = await lockOne(tx, stage, asked.team_id)
      // Meanwhile it was withdrawn or answered by another organiser, or the leaving member has deleted the account.
      const request = await wanted.executeTakeFirst()
      if (!request) throw new Refusal('replacement_not_found')
      const { team, members } = locked
      const goes = members.find(({ account_id }) => account_id === request.leaving_id)
      if (of.outcome === 'granted') {
        const coming = await refuseUnlessFree(tx, team, request.coming_id)
        const staying = members.filter((member) => member !== goes)
        const { duty } = (goes && (await dutyOf(goes.account_id))) ?? { duty: '' }
        await takePlace(tx, { ...locked, members: staying }, coming, rules.max, now)
        await ofMembers().set({ duty }).where('account_id', '=', coming).execute()
        const both = [...members, { account_id: coming, role: 'member' as const }]
        if (goes) await leave(services, tx, { ...locked, members: both }, goes.account_id, now)
      }
      await tx
        .updateTable('team_replacements')
        .set({ state: of.outcome, answer, decided_by: actorId, decided_at: now })
        .where('id', '=', of.replacementId)
        .execute()
      const because = answer && ` Ответ организатора: ${answer}`
      const granted = of.outcome === 'granted'
      const staying = idsOf(locked).filter((id) => id !== goes?.account_id)
      await tell(granted ? staying : idsOf(locked), {
        title: granted ? 'Замена одобрена' : 'В замене отказано',
        text: `Команда ${quoted(team.name)}: ${granted ? 'новый участник уже в составе' : 'состав остаётся прежним'}.${because}`,
      })
      if (granted) {
        const text = `По заявке капитана вы теперь в команде ${quoted(team.name)}.`
        await tell([request.coming_id], { title: 'Вы в команде', text })
        if (goes)
          await tell([goes.account_id], {
            title: 'Вы больше не в команде',
            text: `По заявке капитана ваше место в команде ${quoted(team.name)} занял другой участник.${because}`,
          })
      }
      await audited(tx, actorId, place, 'team_replacement_decided', [
        { field: 'team', title: `Команда ${team.id}: ${granted ? 'замена одобрена' : 'в замене отказано'}` },
      ])

      function ofMembers() {
        return tx.updateTable('formed_team_members').where('team_id', '=', team.id)
      }
      function dutyOf(accountId: number) {
        return tx
          .selectFrom('formed_team_members')
          .select('duty')
          .where('team_id', '=', team.id)
          .where('account_id', '=', accountId)
          .executeTakeFirst()
      }
      function tell(people: number[], words: { title: string; text: string }) {
        return tellPeople(tx, services, { stage, teamId: team.id, people }, words)
      }
    }),
  )
}
