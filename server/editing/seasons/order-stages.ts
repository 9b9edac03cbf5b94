import { sql } from 'kysely'
import type { Tx } from '#server/db.ts'
import { serverStageKinds } from '#server/kinds/kinds.ts'
import { recordAudit } from '#server/platform/audit/record-audit.ts'
import type { Services } from '#server/services.ts'
import type { Season } from '#server/stages/season.ts'
import { seasonOf } from '#server/stages/stored-stage.ts'
import { isOrderOf, type KnownStage, type PlacedStage } from '#shared/editing/seasons/stage-order.ts'
import { type FieldFaults, Refusal } from '#shared/platform/api/refusals.ts'
import { freeCode } from '#shared/seasons/competitions/season-form.ts'
import { settingsVersion } from '#shared/stages/kind.ts'
import { groupType } from '#shared/stages/tree.ts'
import { lockSeason } from './stored-season.ts'

const maxStages = 300

/** The kinds that an organiser may add: every kind that is no part of another one, and a group. */
export function kindsToAdd(): { type: string; title: string }[] {
  const kinds = Object.values(serverStageKinds)
  const parts = new Set(kinds.flatMap(({ whole }) => whole?.made ?? []))
  return [
    ...kinds
      .map(({ contract }) => ({ type: contract.type, title: contract.title }))
      .filter(({ type }) => !parts.has(type))
      .toSorted((one, other) => one.title.localeCompare(other.title, 'ru')),
    { type: groupType, title: 'Группа этапов' },
  ]
}

const placed = ({ byId, stages }: Season): KnownStage[] =>
  stages.map(({ code, parentId, type, kind }) => ({
    ...{ code, type, whole: Boolean(kind?.whole) },
    parent: parentId === null ? null : (byId.get(parentId)?.code ?? null),
  }))

/** Changes the order of the stages and their groups. `seen` is the order that the organiser began with. */
export async function orderStages(
  services: Services,
  accountId: number,
  competition: string,
  { seen, order }: { seen: PlacedStage[]; order: PlacedStage[] },
): Promise<void> {
  const { db, seasons } = services
  await db.transaction().execute(async (tx) => {
    await lockSeason(tx, competition)
    const known = placed(await seasonOf(tx, seasons, competition))
    const text = (stages: readonly PlacedStage[]) => stages.map(({ code, parent }) => `${parent ?? ''}/${code}`).join()
    if (text(known) !== text(seen)) throw new Refusal('season_edit_conflict')
    if (!isOrderOf(order, known)) throw new Refusal('invalid_request')
    if (text(order) === text(known)) return
    await writeOrder(tx, competition, order)
    await recordAudit(tx, {
      actorId: accountId,
      action: 'stages_ordered',
      subject: `competition:${competition}`,
      detail: { competition },
    })
  })
}

async function writeOrder(tx: Tx, competition: string, order: readonly PlacedStage[]): Promise<void> {
  const codes = order.map(({ code }) => code)
  const parents = order.map(({ parent }) => parent)
  await sql`update stages s set sort = o.place, parent_id = p.id
    from unnest(${codes}::text[], ${parents}::text[]) with ordinality as o (code, parent, place)
    left join stages p on p.competition_code = ${competition} and p.code = o.parent
    where s.competition_code = ${competition} and s.code = o.code
      and (s.sort, s.parent_id) is distinct from (o.place::int, p.id)`.execute(tx)
}

interface NewStage {
  type: string
  title: string
  /** The code of the stage after which it comes, on the same level; null: the first one. */
  after: string | null
}

/** Adds a stage that participants do not see yet, and returns its code. */
export async function addStage(services: Services, accountId: number, competition: string, given: NewStage) {
  const { db, seasons } = services
  const title = given.title.trim()
  const kind = kindsToAdd().find(({ type }) => type === given.type)
  const fault = (field: string, message: string): FieldFaults => ({ [field]: { rule: 'required', message } })
  if (title === '') throw new Refusal('form_invalid', { fields: fault('title', 'Обязательное поле') })
  if (title.length > 200)
    throw new Refusal('form_invalid', { fields: { title: { rule: 'max_length', message: 'Не больше 200 знаков' } } })
  if (!kind) throw new Refusal('form_invalid', { fields: fault('type', 'Такого вида этапа нет') })
  return db.transaction().execute(async (tx) => {
    await lockSeason(tx, competition)
    const season = await seasonOf(tx, seasons, competition)
    const known = placed(season)
    if (known.length >= maxStages)
      throw new Refusal('form_invalid', {
        fields: { title: { rule: 'max', message: `В конкурсе уже ${maxStages} этапов` } },
      })
    const before = known.find(({ code }) => code === given.after)
    if (given.after !== null && !before)
      throw new Refusal('form_invalid', { fields: fault('after', 'Такого этапа в конкурсе больше нет') })
    // A new stage cannot come between parts of a stage: it comes after the whole.
    const beside = known.find(({ code, whole }) => whole && code === before?.parent) ?? before
    const taken = new Set(known.map(({ code }) => code))
    const code = freeCode(title, taken)
    const { parentId = null } = (beside && season.byCode.get(beside.code)) ?? {}
    const id = await insertStage(tx, { competition, code, title, type: kind.type, parentId })
    taken.add(code)
    const parts = Object.values(serverStageKinds).find(({ contract }) => contract.type === kind.type)?.whole?.made ?? []
    const made: PlacedStage[] = [{ code, parent: beside?.parent ?? null }]
    for (const type of parts) {
      const ofPart = serverStageKinds[type as keyof typeof serverStageKinds].contract
      const partCode = freeCode(ofPart.title, taken)
      taken.add(partCode)
      await insertStage(tx, { competition, code: partCode, title: ofPart.title, type, parentId: id, published: true })
      made.push({ code: partCode, parent: code })
    }
    await writeOrder(tx, competition, known.toSpliced(placeAfter(known, beside), 0, ...(made as KnownStage[])))
    await recordAudit(tx, {
      actorId: accountId,
      action: 'stage_added',
      subject: `stage:${competition}/${code}`,
      detail: { competition, stage: code },
    })
    return { code }
  })
}

/** The position after the stage and everything below it. */
function placeAfter(known: readonly KnownStage[], beside: KnownStage | undefined): number {
  if (!beside) return 0
  const below = new Set([beside.code])
  for (let size = 0; size < below.size; ) {
    size = below.size
    for (const { code, parent } of known) if (parent !== null && below.has(parent)) below.add(code)
  }
  return known.findLastIndex(({ code }) => below.has(code)) + 1
}

async function insertStage(
  tx: Tx,
  of: { competition: string; code: string; title: string; type: string; parentId: number | null; published?: boolean },
): Promise<number> {
  const kind = Object.hasOwn(serverStageKinds, of.type)
    ? serverStageKinds[of.type as keyof typeof serverStageKinds]
    : undefined
  const { id } = await tx
    .insertInto('stages')
    .values({
      ...{ competition_code: of.competition, code: of.code, title: of.title, type: of.type, parent_id: of.parentId },
      settings: '{}',
      ...(kind && { settings_version: settingsVersion(kind.contract) }),
      published: of.published ?? false,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
