import { giveDuty } from '#server/accounts/rights/staff.ts'
import { type MatchRow, updateBracket } from '#server/kinds/playoff/bracket-store.ts'
import { publish, sha256 } from '#server/kinds/playoff/draw.ts'
import { seedsOf } from '#shared/kinds/playoff/draw.ts'
import { daysFrom } from '../moment.ts'
import { type KindDemo, type KindFilling, open } from './kind-demo.ts'
import { criteria, judged, onTheHour, rules as rulesOfDebates } from './playoff.ts'

const seed = '91c4e07b3fd2586a'
const rules = { ...rulesOfDebates, third: false, passes: 1 }
const judgeEmails = ['mentor03@demo.test', 'mentor09@demo.test', 'mentor10@demo.test']
const minute = 60_000

/** A bracket on the day of its first round: matches under way, stopped, judged and annulled. */
export const duelsDemo: KindDemo = {
  stages: [
    open({
      code: 'duels',
      type: 'playoff',
      title: 'Поединки',
      summary: 'Восемь участников, первый круг идёт сегодня. Побеждает один.',
      minutes: 30,
      settings: {
        ...{ entrants: 'people', entrants_of: 'registration', size: 32, seeding: 'draw', rating_of: '' },
        ...{ third_place: false, passes: 1, judges: '3', no_show_minutes: 15, tie_break: ['criterion', 'judges'] },
        criteria,
        task: 'Соперник называет возражение, у вас две минуты на ответ. Потом вы меняетесь местами.',
      },
    }),
  ],
  async fill(filling) {
    const { tx, people, named, stage, now } = filling
    const stage_id = stage('duels')
    const drawnAt = daysFrom(now, -1)
    await tx.insertInto('playoffs').values({ stage_id, seed }).execute()
    const entrants = await tx
      .selectFrom('accounts')
      .select(['id', 'test_id as number'])
      .where('id', 'in', [named.participant, ...people.slice(6, 13)])
      .execute()
    const seeds = seedsOf(
      entrants.map(({ id, number }) => ({ number, account_id: id, team_id: null, name: '', rating: null })),
      'draw',
      seed,
      sha256,
    )
    await publish(tx, { stageId: stage_id, actorId: named.admin, seeds, rules }, drawnAt)
    const rows = await tx
      .selectFrom('accounts')
      .select('id')
      .where('email', 'in', judgeEmails)
      .orderBy('email')
      .execute()
    const judges = rows.map(({ id }) => id)
    const duty = { stage_id, duty: 'judge' as const, region: null, employer: '' }
    for (const judge of judges) await giveDuty(tx, judge, duty, { by: named.admin, at: drawnAt })
    const { loaded } = await updateBracket(tx, stage_id, drawnAt)
    const mine = loaded.entrants.find(({ people: own }) => own.some(({ accountId }) => accountId === named.participant))
    const first = loaded.matches.filter(({ round }) => round === 1)
    const own = first.find(({ a, b }) => a === mine?.id || b === mine?.id)
    const [stopped, over, annulled] = first.filter((match) => match !== own)
    if (own) await live(filling, { match: own, judges, room: 'Зал 1', link: 'https://example.org/duel-1' })
    if (stopped) await live(filling, { match: stopped, judges: [], room: 'Зал 3', paused: true })
    // The result is counted, but not published yet.
    if (over)
      await judged(tx, { match: over, startsAt: onTheHour(daysFrom(now, -0.5)), judges, wins: 'a', published: false })
    if (annulled)
      await tx
        .updateTable('playoff_matches')
        .set({
          ...{ state: 'annulled', outcome: 'none', reason: 'Не пришёл никто', room: 'Зал 2' },
          ...{ starts_at: onTheHour(daysFrom(now, -0.6)), published_at: daysFrom(now, -0.2) },
        })
        .where('id', '=', annulled.id)
        .execute()
    await updateBracket(tx, stage_id, now)
  },
}

interface Live {
  match: MatchRow
  judges: readonly number[]
  room: string
  link?: string
  /** Whether the connection broke and the clock is stopped. */
  paused?: boolean
}

/** A match that began a few minutes ago. */
async function live({ tx, now }: KindFilling, { match, judges, room, link, paused }: Live): Promise<void> {
  const startedAt = new Date(now.getTime() - 6 * minute)
  await tx
    .updateTable('playoff_matches')
    .set({
      ...{ state: 'live', starts_at: startedAt, started_at: startedAt, minutes: 30, room, link: link ?? '' },
      paused_at: paused ? new Date(now.getTime() - 2 * minute) : null,
    })
    .where('id', '=', match.id)
    .execute()
  const rows = judges.map((judge_id, at) => ({ match_id: match.id, judge_id, chair: at === 0, assigned_at: startedAt }))
  if (rows.length > 0) await tx.insertInto('playoff_judges').values(rows).execute()
}
