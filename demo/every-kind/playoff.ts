import { giveDuty } from '#server/accounts/rights/staff.ts'
import type { Tx } from '#server/db.ts'
import { type LoadedBracket, type MatchRow, updateBracket } from '#server/kinds/playoff/bracket-store.ts'
import { publish, sha256 } from '#server/kinds/playoff/draw.ts'
import type { PlayoffRules } from '#server/kinds/playoff/tables.ts'
import { seedsOf } from '#shared/kinds/playoff/draw.ts'
import { matchResult } from '#shared/kinds/playoff/match-result.ts'
import type { Marks } from '#shared/stages/rubric.ts'
import { byDay, daysFrom } from '../moment.ts'
import { type KindDemo, open } from './kind-demo.ts'

export const criteria = [
  { title: 'Сила доводов', hint: 'Факты и цифры, а не общие слова', max: 5, weight: 2 },
  { title: 'Ответы сопернику', hint: '', max: 5, weight: 1 },
  { title: 'Ясность речи', hint: '', max: 5, weight: 1 },
]

export const rules: PlayoffRules = {
  ...{ seeding: 'draw', third: true, lucky: false, passes: 3, judges: 3, no_show_minutes: 15 },
  tie_break: ['criterion', 'judges', 'chair'],
  criteria: criteria.map((criterion, at) => ({ ...criterion, code: `c${at + 1}`, required: true, levels: [] })),
}

const comments = [
  'Убедительное начало: видно, откуда цифры. В ответах чаще возвращайтесь к своему главному доводу.',
  'Хорошо держите время. Во второй части не хватило примера из практики.',
  'Спокойно отвечали на острые вопросы. Вывод стоит сказать прямее.',
]

export const playoffDemo: KindDemo = {
  stages: [
    open({
      code: 'debates',
      type: 'playoff',
      title: 'Дебаты',
      summary: 'Восемь участников, матчи на выбывание. Каждый матч судят трое.',
      minutes: 30,
      settings: {
        ...{ entrants: 'people', entrants_of: 'registration', size: 32, seeding: 'draw', rating_of: '' },
        ...{ third_place: true, passes: 3, judges: '3', no_show_minutes: 15, tie_break: ['criterion', 'judges'] },
        criteria,
        task: 'Тема: «Город должен развивать окраины, а не центр». Первый номер посева защищает тезис, второй — возражает. По пять минут на речь и три вопроса друг другу.',
        materials: [{ title: 'Регламент дебатов', link: 'https://example.org/debates' }],
      },
    }),
  ],
  async fill({ tx, people, named, stage, now }) {
    const stage_id = stage('debates')
    const drawnAt = byDay(daysFrom(now, -4))
    await tx.insertInto('playoffs').values({ stage_id, seed: '5a81c07e94d2b36f' }).execute()
    const entrants = await tx
      .selectFrom('accounts')
      .select(['id', 'test_id as number'])
      .where('id', 'in', [named.participant, named.finalist, ...people.slice(0, 6)])
      .execute()
    const seeds = seedsOf(
      entrants.map(({ id, number }) => ({ number, account_id: id, team_id: null, name: '', rating: null })),
      'draw',
      '5a81c07e94d2b36f',
      sha256,
    )
    await publish(tx, { stageId: stage_id, actorId: named.admin, seeds, rules }, drawnAt)
    // Judges do not take part themselves.
    const others = await tx
      .selectFrom('accounts')
      .select('id')
      .where('email', 'in', ['demo012@demo.test', 'demo014@demo.test'])
      .orderBy('email')
      .execute()
    const judges = [named.assessor, ...others.map(({ id }) => id)]
    for (const judge of judges)
      await giveDuty(
        tx,
        judge,
        { stage_id, duty: 'judge', region: null, employer: '' },
        { by: named.admin, at: drawnAt },
      )
    const { loaded } = await updateBracket(tx, stage_id, drawnAt)
    const mine = entrantOf(loaded, named.participant)
    for (const [at, match] of loaded.matches.filter(({ round }) => round === 1).entries()) {
      const startsAt = new Date(onTheHour(daysFrom(now, -2)).getTime() + at * 40 * 60_000)
      const own = match.a === mine || match.b === mine
      // One person did not come.
      if (at === 3 && !own) await noShow(tx, match, startsAt)
      else await judged(tx, { match, startsAt, judges, wins: match.b === mine ? 'b' : 'a' })
    }
    const semis = (await updateBracket(tx, stage_id, daysFrom(now, -1))).loaded.matches.filter(
      ({ round }) => round === 2,
    )
    for (const match of semis) {
      const own = match.a === mine || match.b === mine
      const startsAt = own ? onTheHour(daysFrom(now, 1)) : new Date(now.getTime() - 40 * 60_000)
      await tx
        .updateTable('playoff_matches')
        .set({
          ...{ starts_at: startsAt, minutes: 30, room: own ? 'Зал 2, третий этаж' : 'Зал 1' },
          ...(own
            ? { link: 'https://example.org/room-2' }
            : {
                state: 'judging',
                started_at: startsAt,
                ended_at: new Date(now.getTime() - 5 * 60_000),
                paused_ms: 180_000,
              }),
        })
        .where('id', '=', match.id)
        .execute()
      for (const [at, judge_id] of judges.entries()) {
        const marked = !own && at > 0
        await tx
          .insertInto('playoff_judges')
          .values({
            ...{ match_id: match.id, judge_id, chair: at === 0, assigned_at: daysFrom(now, -1) },
            ...(marked && { marks: JSON.stringify(marksOf(at, 'b')), done_at: now, comment_a: comments[at] ?? '' }),
          })
          .execute()
      }
    }
  },
}

const hour = 3_600_000
export const onTheHour = (at: Date) => new Date(Math.floor(byDay(at).getTime() / hour) * hour)

const entrantOf = ({ entrants }: LoadedBracket, account: number) =>
  entrants.find(({ people }) => people.some(({ accountId }) => accountId === account))?.id ?? 0

/** Every judge gives the better side more, each a little differently. */
const marksOf = (judge: number, wins: 'a' | 'b'): Marks => {
  const other = wins === 'a' ? 'b' : 'a'
  return {
    ...{ [`${wins}_c1`]: 5 - (judge % 2), [`${wins}_c2`]: 4, [`${wins}_c3`]: 4 + (judge % 2) },
    ...{ [`${other}_c1`]: 3, [`${other}_c2`]: 3 + (judge % 2), [`${other}_c3`]: 4 },
  }
}

const noShow = (tx: Tx, match: MatchRow, startsAt: Date) =>
  tx
    .updateTable('playoff_matches')
    .set({
      ...{ state: 'walkover', outcome: 'a', reason: 'Соперник не пришёл', starts_at: startsAt, room: 'Зал 2' },
      published_at: new Date(startsAt.getTime() + 20 * 60_000),
    })
    .where('id', '=', match.id)
    .execute()

interface Judged {
  match: MatchRow
  startsAt: Date
  judges: readonly number[]
  wins: 'a' | 'b'
  published?: boolean
}

/** A match that was held and marked by all its judges. */
export async function judged(tx: Tx, { match, startsAt, judges, wins, published = true }: Judged): Promise<void> {
  const endedAt = new Date(startsAt.getTime() + 30 * 60_000)
  const given = judges.map((judge_id, at) => ({ judge_id, chair: at === 0, marks: marksOf(at, wins) }))
  const result = matchResult(
    given.map((one) => ({ ...one, favours: wins })),
    { criteria: rules.criteria, order: rules.tie_break, ratings: { a: null, b: null } },
  )
  await tx
    .insertInto('playoff_judges')
    .values(
      given.map(({ judge_id, chair, marks }, at) => ({
        ...{ match_id: match.id, judge_id, chair, assigned_at: startsAt, done_at: endedAt },
        ...{ marks: JSON.stringify(marks), favours: chair ? wins : null },
        ...{ comment_a: comments[at] ?? '', comment_b: comments[(at + 1) % comments.length] ?? '' },
      })),
    )
    .execute()
  await tx
    .updateTable('playoff_matches')
    .set({
      ...{ state: 'decided', outcome: wins, score_a: result?.a ?? null, score_b: result?.b ?? null },
      ...{
        decided_by: result?.by ?? null,
        starts_at: startsAt,
        room: 'Зал 1',
        started_at: startsAt,
        ended_at: endedAt,
      },
      published_at: published ? new Date(endedAt.getTime() + 15 * 60_000) : null,
    })
    .where('id', '=', match.id)
    .execute()
}
