import { sql } from 'kysely'
import type { Db } from '#server/db.ts'
import { inParts, linesOf, type Table } from '#server/platform/http/csv.ts'
import type { Services } from '#server/services.ts'
import { countOf } from '#server/stages/readings.ts'
import { recordAtStage } from '#server/stages/record-at-stage.ts'
import type { SeasonStage } from '#server/stages/season.ts'
import type { Page } from '#shared/platform/api/page.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import type { Scale } from './keys.ts'

const results = (db: Db, stage: SeasonStage) =>
  db
    .selectFrom('questionnaire_results as r')
    .select(['r.alias', 'r.form_version', 'r.norm_version', 'r.norm_group', 'r.scales', 'r.flags', 'r.inconsistency'])
    .select(['r.desirability', 'r.seconds', 'r.comment'])
    .where('r.stage_id', '=', stage.id)
    // Not in the order of hand-ins, which could identify people.
    .orderBy('r.alias')

const rows = (db: Db, stage: SeasonStage) =>
  results(db, stage)
    .innerJoin('questionnaire_keys as k', (join) =>
      join.onRef('k.stage_id', '=', 'r.stage_id').onRef('k.form_version', '=', 'r.form_version'),
    )
    .select('k.keys')

type Result = Awaited<ReturnType<ReturnType<typeof results>['execute']>>[number]
type Row = Awaited<ReturnType<ReturnType<typeof rows>['execute']>>[number]

export async function listProfiles(services: Services, stage: SeasonStage, { limit, offset }: Page) {
  const from = sql`from questionnaire_results where stage_id = ${stage.id}`
  const of = { competition: stage.competitionCode, name: ['profiles', stage.id], from }
  const { count, as_of } = await countOf(services, of)
  const profiles = await rows(services.db, stage).limit(limit).offset(offset).execute()
  return { as_of, profiles: profiles.map(profileOf), count }
}

/** Keeps the psychologist's comment. Throws `not_found` for an alias of another stage. */
export async function commentProfile(db: Db, actorId: number, stage: SeasonStage, alias: string, comment: string) {
  await db.transaction().execute(async (tx) => {
    const { rows: found } = await sql<{ id: number; before: number }>`
      update questionnaire_results q set comment = ${comment.trim()}
      from questionnaire_results was
      where q.stage_id = ${stage.id} and q.alias = ${alias} and was.hand_in_id = q.hand_in_id
      returning length(was.comment) as before`.execute(tx)
    const [said] = found
    if (!said) throw new Refusal('not_found')
    const inWords = (length: number) => (length === 0 ? 'нет' : `знаков: ${length}`)
    const change = { before: inWords(said.before), after: inWords(comment.trim().length) }
    await recordAtStage(tx, {
      ...{ actorId, action: 'profile_commented', stageId: stage.id, subject: `profile:${alias}` },
      changes: [{ field: 'comment', title: 'Комментарий психолога', ...change }],
    })
  })
  return profileOf(await rows(db, stage).where('r.alias', '=', alias).executeTakeFirstOrThrow())
}

/** All profiles as a table; the columns are the scales of every version that was answered. */
export async function profilesTable(db: Db, stage: SeasonStage): Promise<Table> {
  const codes = await answeredScales(db, stage.id)
  const all = inParts(Number.POSITIVE_INFINITY, (limit, last?: Result) =>
    results(db, stage)
      .where('r.alias', '>', last?.alias ?? '')
      .limit(limit)
      .execute(),
  )
  const head = ['Обозначение', 'Редакция', 'Нормы', 'Группа', 'Секунд', 'Отметки', 'Желательность', 'Расхождение']
  return {
    head: [...head, ...codes.flatMap((code) => [code, `${code}, T`]), 'Комментарий'],
    rows: linesOf(all, (row) => [
      [
        ...[row.alias, row.form_version, row.norm_version, row.norm_group, row.seconds, row.flags.join(', ')],
        ...[numberOrNull(row.desirability), numberOrNull(row.inconsistency)],
        ...codes.flatMap((code) => {
          const scale = row.scales.find((each) => each.code === code)
          return [scale?.raw ?? null, scale?.t ?? null]
        }),
        row.comment,
      ],
    ]),
  }
}

/** The scales of every version that was answered, in the order of the newest one that has them. */
async function answeredScales(db: Db, stageId: number): Promise<string[]> {
  const versions = await db
    .selectFrom('questionnaire_keys as k')
    .select('k.keys')
    .where('k.stage_id', '=', stageId)
    .where((is) =>
      is.exists(
        is
          .selectFrom('questionnaire_results as r')
          .select('r.alias')
          .whereRef('r.stage_id', '=', 'k.stage_id')
          .whereRef('r.form_version', '=', 'k.form_version'),
      ),
    )
    .orderBy('k.form_version')
    .execute()
  return [...new Set(versions.flatMap(({ keys }) => keys.scales.map(({ code }: Scale) => code)))]
}

function profileOf({ keys, ...row }: Row) {
  const titles = new Map(keys.scales.map((scale: Scale) => [scale.code, scale.title]))
  return {
    alias: row.alias,
    version: row.form_version,
    norm_version: row.norm_version,
    norm_group: row.norm_group,
    scales: row.scales.map((scale) => ({ ...scale, title: titles.get(scale.code) ?? scale.code })),
    flags: row.flags,
    inconsistency: numberOrNull(row.inconsistency),
    desirability: numberOrNull(row.desirability),
    seconds: row.seconds,
    comment: row.comment,
  }
}

const numberOrNull = (text: string | null) => (text === null ? null : Number(text))
