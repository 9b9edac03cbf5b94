import { isDeepStrictEqual } from 'node:util'
import type { Tx } from '#server/db.ts'
import { recordAudit } from '#server/platform/audit/record-audit.ts'
import type { Services } from '#server/services.ts'
import { seasonOf } from '#server/stages/stored-stage.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { quoted } from '#shared/platform/text/quoted.ts'
import { unknownPlaceholders, usualLetters } from '#shared/review/cutoffs/letters.ts'
import { maxCutoffs } from '#shared/review/cutoffs/limits.ts'
import { type Letters, newRule, type Rule } from '#shared/review/cutoffs/rule.ts'
import type { CutoffPlace } from './read-cutoff.ts'
import { ruleInJournal } from './rule-in-words.ts'
import { cutoffOf, decidable, namesOf, refuseFaulty } from './store.ts'

/** Adds a variant, as a copy of another one if that is named. */
export async function addCutoff(
  services: Services,
  actorId: number,
  competition: string,
  { stage: code, title, like }: { stage: string; title: string; like?: number },
) {
  const { db, clock } = services
  const season = await seasonOf(db, services.seasons, competition)
  const stage = season.byCode.get(code)
  if (!decidable(stage)) throw new Refusal('stage_not_found')
  return db.transaction().execute(async (tx) => {
    // The lock keeps two additions at once within the limit.
    await tx.selectFrom('competitions').select('code').where('code', '=', competition).forNoKeyUpdate().execute()
    const { count } = await tx
      .selectFrom('cutoffs')
      .select((eb) => eb.fn.countAll<string>().as('count'))
      .where('stage_id', 'in', [0, ...season.stages.map(({ id }) => id)])
      .executeTakeFirstOrThrow()
    if (Number(count) >= maxCutoffs) throw new Refusal('cutoffs_full', { values: { max: maxCutoffs } })
    const model = like === undefined ? null : await cutoffOf(tx, season, like)
    const added = await tx
      .insertInto('cutoffs')
      .values({
        stage_id: stage.id,
        title: title.trim(),
        rule: JSON.stringify(model?.rule ?? newRule(code)),
        letters: JSON.stringify(model?.letters ?? usualLetters),
        saved_by: actorId,
        saved_at: clock(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await audited(
      tx,
      actorId,
      'cutoff_added',
      { competition, cutoffId: added.id, title: title.trim() },
      { stage: code, like: like ?? null },
    )
    return added
  })
}

/** Saves a variant, unless somebody else has saved it since. */
export async function saveCutoff(
  services: Services,
  actorId: number,
  { competition, cutoffId }: CutoffPlace,
  { revision, title, rule, letters }: { revision: number; title: string; rule: Rule; letters: Letters },
): Promise<void> {
  const { db, clock } = services
  const names = await namesOf(services, competition)
  await cutoffOf(db, names.season, cutoffId)
  refuseFaulty(rule, names)
  for (const outcome of ['passed', 'waiting', 'failed'] as const) {
    const [word] = unknownPlaceholders(letters[outcome], outcome)
    if (word !== undefined) throw new Refusal('letter_faulty', { values: { word: `{${word}}` } })
  }
  await db.transaction().execute(async (tx) => {
    const before = await tx
      .selectFrom('cutoffs')
      .select(['rule', 'letters', 'title'])
      .where('id', '=', cutoffId)
      .where('revision', '=', revision)
      .forUpdate()
      .executeTakeFirst()
    if (!before) throw new Refusal('cutoff_conflict')
    await tx
      .updateTable('cutoffs')
      .set({
        ...{ title: title.trim(), saved_by: actorId, saved_at: clock(), revision: revision + 1 },
        rule: JSON.stringify(rule),
        letters: JSON.stringify(letters),
      })
      .where('id', '=', cutoffId)
      .execute()
    await audited(
      tx,
      actorId,
      'cutoff_changed',
      { competition, cutoffId, title: title.trim() },
      {
        ...{
          before: { title: before.title, ...ruleInJournal(before.rule, names) },
          after: { title: title.trim(), ...ruleInJournal(rule, names) },
          letters_changed: !isDeepStrictEqual(before.letters, letters),
        },
      },
    )
  })
}

export async function dropCutoff(services: Services, actorId: number, { competition, cutoffId }: CutoffPlace) {
  const names = await namesOf(services, competition)
  await cutoffOf(services.db, names.season, cutoffId)
  await services.db.transaction().execute(async (tx) => {
    const gone = await tx
      .deleteFrom('cutoffs')
      .where('id', '=', cutoffId)
      .returning(['rule', 'title'])
      .executeTakeFirst()
    if (!gone) return
    const before = ruleInJournal(gone.rule, names)
    await audited(tx, actorId, 'cutoff_dropped', { competition, cutoffId, title: gone.title }, { before })
  })
}

const audited = (tx: Tx, actorId: number, action: string, of: CutoffPlace & { title: string }, more: object) =>
  recordAudit(tx, {
    ...{ actorId, action, subject: `cutoff:${of.cutoffId}` },
    detail: {
      ...{ competition: of.competition, ...more },
      changes: [{ field: 'cutoff', title: `Вариант ${quoted(of.title)}` }],
    },
  })
