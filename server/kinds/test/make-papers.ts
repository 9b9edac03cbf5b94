import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, Tx } from '#server/db.ts'
import type { Services } from '#server/services.ts'
import { settingsAt } from '#server/stages/kind.ts'
import { narrowSeason } from '#server/stages/narrow-season.ts'
import { personStagesOfMany } from '#server/stages/person-stages.ts'
import type { SeasonStage } from '#server/stages/season.ts'
import { sectionsOf } from '#shared/kinds/test/blueprint.ts'
import { testKind } from '#shared/kinds/test/contract.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { type Drawable, drawPaper } from './draw-paper.ts'
import type { PaperSection } from './tables.ts'

export interface Paper {
  id: number
  seed: number
  sections: PaperSection[]
}

const columns = ['id', 'seed', 'sections'] as const
const maxSeed = 2 ** 31
const batch = 500

/**
 * The paper of one person for the attempt with this number: the one that was made in advance, or a new one. From now on
 * it is final. Refused with `paper_not_drawn` where the bank has too few questions.
 */
export async function paperFor(
  tx: Tx,
  {
    stage,
    accountId,
    track,
    number,
    now,
  }: { stage: SeasonStage; accountId: number; track: string | null; number: number; now: Date },
): Promise<Paper> {
  const made = await tx
    .updateTable('test_papers')
    .set((eb) => ({ given_at: eb.fn.coalesce('given_at', eb.val(now)) }))
    .where('stage_id', '=', stage.id)
    .where('account_id', '=', accountId)
    .where('number', '=', number)
    .returning(columns)
    .executeTakeFirst()
  if (made) return made
  const drawn = drawnFor(stage, track, await drawableBank(tx, stage.competitionCode))
  if (!drawn) throw new Refusal('paper_not_drawn')
  return tx
    .insertInto('test_papers')
    .values({ stage_id: stage.id, account_id: accountId, number, ...drawn, made_at: now, given_at: now })
    .onConflict((conflict) =>
      conflict.columns(['stage_id', 'account_id', 'number']).doUpdateSet((eb) => ({
        given_at: eb.fn.coalesce('test_papers.given_at', eb.val(now)),
      })),
    )
    .returning(columns)
    .executeTakeFirstOrThrow()
}

/** The questions that can be drawn now, each in its latest version. */
export async function drawableBank(db: Db | Tx, competitionCode: string): Promise<Drawable[]> {
  return db
    .selectFrom('test_question_versions as v')
    .innerJoin('test_questions as q', 'q.id', 'v.question_id')
    .select(['v.id as version', 'v.topic', 'v.difficulty'])
    .distinctOn('v.question_id')
    .where('q.competition_code', '=', competitionCode)
    .where('q.retired_at', 'is', null)
    .orderBy('v.question_id')
    .orderBy('v.number', 'desc')
    .execute()
}

/**
 * Makes papers for people who may come to the stage and have none: participants of its tracks who have passed the
 * required stages and meet its condition of entry. Other people get a paper when they begin. May run again, and at the
 * same time as a person begins.
 */
export async function makePapers(
  services: Pick<Services, 'db' | 'clock' | 'seasons'>,
  stage: SeasonStage,
): Promise<number> {
  const { db, clock } = services
  let made = 0
  for (let after = 0; ; ) {
    const bank = await drawableBank(db, stage.competitionCode)
    const people = await withoutPaper(db, stage, after)
    const last = people.at(-1)
    if (!last) return made
    const mayCome = stage.gate && (await admitted(services, stage, people))
    const papers = people.flatMap(({ account_id, track_code }) => {
      const drawn = mayCome?.has(account_id) === false ? null : drawnFor(stage, track_code, bank)
      return drawn ? [{ stage_id: stage.id, account_id, ...drawn, made_at: clock() }] : []
    })
    if (papers.length > 0) {
      const kept = await db
        .insertInto('test_papers')
        .values(papers)
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst()
      made += Number(kept.numInsertedOrUpdatedRows ?? 0)
    }
    after = last.account_id
  }
}

/** Small enough that other requests are served in between. */
const askedAtOnce = 50

/** People who meet the condition of entry now. Others get a paper later. */
async function admitted(
  { db, seasons, clock }: Pick<Services, 'db' | 'clock' | 'seasons'>,
  stage: SeasonStage,
  people: readonly Waiting[],
): Promise<Set<number>> {
  const met = new Set<number>()
  const season = await seasons.of(db, stage.competitionCode)
  for (let from = 0; season && from < people.length; from += askedAtOnce) {
    const ids = people.slice(from, from + askedAtOnce).map(({ account_id }) => account_id)
    const stages = await personStagesOfMany(db, narrowSeason(season, stage.id), ids, clock())
    for (const [id, of] of stages ?? [])
      if (of.stages.find(({ row }) => row.id === stage.id)?.facts.requirement.state === 'met') met.add(id)
  }
  return met
}

interface Waiting {
  account_id: number
  track_code: string | null
}

async function withoutPaper(db: Db, stage: SeasonStage, after: number): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`
    select p.account_id, p.track_code from participations p
    where p.competition_code = ${stage.competitionCode} and p.door = 'participant' and p.account_id > ${after}
      and p.disqualified_at is null and p.withdrawn_at is null
      and (${stage.tracks.length} = 0 or p.track_code = any(${stage.tracks}))
      and not exists (
        select from unnest(${stage.requires}::text[]) as code
        where not exists (
          select from stages s join stage_facts f on f.stage_id = s.id
          where s.competition_code = p.competition_code and s.code = code and f.account_id = p.account_id
            and f.passed_at is not null))
      and not exists (select from test_papers t where t.stage_id = ${stage.id} and t.account_id = p.account_id)
    order by p.account_id limit ${batch}`.execute(db)
  return rows
}

function drawnFor(
  stage: SeasonStage,
  track: string | null,
  bank: readonly Drawable[],
): { seed: number; sections: string } | null {
  const settings = settingsAt(testKind, stage)
  const [sections, shuffled] = [sectionsOf(settings, track), settings.shuffle_questions]
  const seed = randomInt(maxSeed)
  const drawn = sections.length === 0 ? null : drawPaper(sections, bank, { seed, shuffled })
  return drawn && { seed, sections: JSON.stringify(drawn) }
}
