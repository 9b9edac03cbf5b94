import { sql } from 'kysely'
import { messagePeople } from '#server/messages/notifications/message-person.ts'
import { audited } from '#server/review/judging/edit-judging.ts'
import type { Services } from '#server/services.ts'
import { teamsAt } from '#server/stages/teams-at.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { quoted } from '#shared/platform/text/quoted.ts'
import { countedAt, ownersEvaluation, type Place } from './evaluation-stage.ts'

const day = 24 * 3_600_000

/** Reminds everybody who has teammates and has not handed in the marks, at most once a day. */
export async function remindRaters(services: Services, actorId: number, place: Place) {
  const { stage } = await ownersEvaluation(services, place)
  return services.db.transaction().execute(async (tx) => {
    const now = services.clock()
    if (await countedAt(tx, stage.id)) throw new Refusal('team_marks_final')
    const turn = await tx
      .insertInto('team_evaluations')
      .values({ stage_id: stage.id, reminded_at: now })
      .onConflict((conflict) =>
        conflict
          .column('stage_id')
          .doUpdateSet({ reminded_at: now })
          .where((is) =>
            is.or([
              is('team_evaluations.reminded_at', 'is', null),
              is('team_evaluations.reminded_at', '<=', new Date(now.getTime() - day)),
            ]),
          ),
      )
      .returning('stage_id')
      .executeTakeFirst()
    if (!turn) throw new Refusal('teammates_reminded')
    const { rows } = await sql<{ account_id: number }>`
      select m.account_id from (${teamsAt(stage)}) as t
      join formed_team_members m on m.team_id = t.id and m.state = 'active'
      left join stage_facts f on f.account_id = m.account_id and f.stage_id = ${stage.id}
      where f.submitted_at is null and exists (
        select from formed_team_members o where o.team_id = t.id and o.state = 'active' and o.account_id <> m.account_id)
      order by m.account_id`.execute(tx)
    const text = `Вы ещё не оценили команду на этапе ${quoted(stage.title)}. Товарищи ждут: без ваших оценок их отчёт может не получиться.`
    await messagePeople(
      tx,
      services,
      rows.map(({ account_id }) => ({ accountId: account_id, text })),
      {
        kind: 'deadlines',
        title: `Оцените команду: этап ${quoted(stage.title)}`,
        link: { path: `/${stage.competitionCode}`, words: 'Открыть этапы' },
        sms: `Оцените команду на этапе ${quoted(stage.title)}`,
      },
    )
    await audited(tx, actorId, place, 'team_marks_reminded', [])
    return { reminded: rows.length }
  })
}
