import { sql } from 'kysely'
import type { Tx } from '#server/db.ts'
import { recordAudit } from '#server/platform/audit/record-audit.ts'
import { queued } from '#server/platform/jobs/jobs.ts'
import type { Services } from '#server/services.ts'
import { publishForm } from '#server/stages/forms/store.ts'
import { settingsAt } from '#server/stages/kind.ts'
import { partsOf } from '#server/stages/parts.ts'
import type { Season, SeasonStage } from '#server/stages/season.ts'
import { cleanAnswer } from '#shared/forms/fields/answer.ts'
import { type AnswerData, textOf } from '#shared/forms/fields/field.ts'
import { validate } from '#shared/forms/fields/validate.ts'
import { multiformKind } from '#shared/kinds/multiform/contract.ts'
import { type AddedFor, partForm, questionsIn } from '#shared/kinds/multiform/part-form.ts'
import { neededOf, ruleOf } from '#shared/kinds/multiform/part-rules.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { quoted } from '#shared/platform/text/quoted.ts'
import { parseWire } from '#shared/platform/time/moscow.ts'
import { multiformStage } from './multiform-stage.ts'

/**
 * Adds a part below the stage, as a form that people check. People who have handed in everything need not do it, or the
 * whole is open to them again and they are notified.
 */
export async function addPart(
  services: Services,
  actorId: number,
  place: { competition: string; code: string },
  sent: AnswerData,
): Promise<void> {
  const { db, seasons, clock } = services
  const now = clock()
  const { data } = cleanAnswer(partForm, sent)
  const closesAt = parseWire(textOf(data.closes_at))
  const faults = validate(partForm, data, { mode: 'hand_in', now })
  if (closesAt && closesAt <= now && !faults.closes_at)
    faults.closes_at = { rule: 'min_value', message: 'Этот срок уже прошёл' }
  if (Object.keys(faults).length > 0) throw new Refusal('form_invalid', { fields: faults })
  const addedFor = textOf(data.added_for) as AddedFor
  await db.transaction().execute(async (tx) => {
    await sql`select from stages where competition_code = ${place.competition} and code = ${place.code} for update`.execute(
      tx,
    )
    const { season, whole } = multiformStage(await seasons.renewed(tx, place.competition), place.code)
    if (whole.opensAt && closesAt && closesAt <= whole.opensAt)
      throw new Refusal('form_invalid', {
        fields: { closes_at: { rule: 'min_value', message: 'Набор к этому времени ещё не откроется' } },
      })
    const done = await whoHasFinished(tx, season, whole, now)
    const { id } = await tx
      .insertInto('stages')
      .values({
        competition_code: season.code,
        parent_id: whole.id,
        type: 'form',
        code: freeCode(season, whole),
        title: textOf(data.title).trim(),
        closes_at: closesAt,
        sort: sql<number>`(select max(sort) from stages where id = ${whole.id} or parent_id = ${whole.id})`,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await publishForm(tx, id, questionsIn(data), now)
    if (addedFor === 'unfinished') await spare(tx, id, done)
    else await tell(tx, id, done)
    await recordAudit(tx, {
      actorId,
      action: 'part_added',
      subject: `stage:${place.competition}/${place.code}`,
      detail: {
        competition: place.competition,
        stage: place.code,
        part: id,
        finished: done.length,
        changes: [{ field: 'part', title: `Часть ${quoted(textOf(data.title).trim())}`, after: forWhom[addedFor] }],
      },
    })
  })
}

const forWhom = {
  unfinished: 'для тех, кто ещё не сдал всё',
  all: 'для всех: кто сдал всё, заполняет и её',
} as const satisfies Record<AddedFor, string>

const longestCode = 64

/** The code of the whole with the next free number. */
function freeCode({ byCode }: Season, { code }: SeasonStage): string {
  for (let number = 1; ; number += 1) {
    const end = `_${number}`
    const wanted = `${code.slice(0, longestCode - end.length)}${end}`
    if (!byCode.has(wanted)) return wanted
  }
}

/** The people who have handed in all parts that they need to do. A person without any part to do has not finished. */
async function whoHasFinished(tx: Tx, { stages }: Season, whole: SeasonStage, now: Date): Promise<number[]> {
  const settings = settingsAt(multiformKind, whole)
  const known = partsOf(stages, whole).filter(({ part }) => part?.own.published)
  const needed = neededOf(known.map((part) => ({ ...part, ...ruleOf(settings, part.code) })))
  if (needed.length === 0) return []
  const asked = needed.map(({ id, tracks, reopenings }) => {
    return { id, tracks, since: reopenings.findLast(({ at }) => at <= now)?.at ?? null }
  })
  const { rows } = await sql<{ account_id: number }>`
    with needed as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as n (id int, tracks text[], since timestamptz)
    ), done as materialized (
      select f.account_id, f.stage_id from stage_facts f join needed n on n.id = f.stage_id
      where coalesce(f.submitted_at, f.passed_at) >= coalesce(n.since, '-infinity')
      union select m.account_id, m.stage_id from multiform_spared m join needed n on n.id = m.stage_id
    )
    select p.account_id from participations p
    where p.competition_code = ${whole.competitionCode}
      and exists (select from done d where d.account_id = p.account_id)
      and not exists (
        select from needed n
        where (cardinality(n.tracks) = 0 or p.track_code = any(n.tracks))
          and not exists (select from done d where d.account_id = p.account_id and d.stage_id = n.id))`.execute(tx)
  return rows.map(({ account_id }) => account_id)
}

const spare = (tx: Tx, partId: number, people: readonly number[]) =>
  sql`insert into multiform_spared (stage_id, account_id)
    select ${partId}, account from unnest(${people}::int[]) as account`.execute(tx)

/** One job for each person, so that a large season does not wait for its letters. */
const tell = (tx: Tx, partId: number, people: readonly number[]) =>
  sql`select ${queued('tell_of_part', sql`json_build_object('stageId', ${partId}::int, 'accountId', account)`)}
    from unnest(${people}::int[]) as account`.execute(tx)
