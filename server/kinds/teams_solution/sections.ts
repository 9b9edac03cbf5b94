import type { Tx } from '#server/db.ts'
import type { Services } from '#server/services.ts'
import { refuseUnlessWorkable } from '#server/stages/one-stage.ts'
import { saveDraft } from '#server/stages/save-draft.ts'
import { draftOf } from '#server/stages/work-owner.ts'
import { textOf } from '#shared/forms/fields/field.ts'
import { sectionFreeAfter } from '#shared/kinds/teams_solution/limits.ts'
import { fieldOf } from '#shared/kinds/teams_solution/solution-form.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { formatWire } from '#shared/platform/time/moscow.ts'
import { solutionPage } from './read-solution.ts'
import {
  type InSolution,
  lockSolution,
  nameOf,
  oneSection,
  type SolutionStage,
  solutionStage,
} from './solution-stage.ts'

interface OfSection extends InSolution {
  section: string
}

interface Held extends OfSection {
  /** The page that holds the section. */
  holder: string
}

/** After this time the next save of the same person begins a new version. */
const versionLasts = 15 * 60_000

/** One section as it is stored. */
export async function readSection(services: Services, { section, ...of }: OfSection) {
  const at = await solutionStage(services, of, services.clock())
  oneSection(at, section)
  const [row, draft] = await Promise.all([rowOf(services.db, at, section), draftOf(services.db, at.owner)])
  return {
    code: section,
    text: textOf(draft?.data[fieldOf(section)]),
    revision: row?.revision ?? 0,
    saved_at: row?.saved_at ? formatWire(row.saved_at) : null,
  }
}

/**
 * Takes a section. It is free when nobody holds it, when its holder has sent nothing for a while or has left the team,
 * and when another page of the same person holds it.
 */
export async function holdSection(services: Services, { section, holder, ...of }: Held) {
  const now = services.clock()
  const at = await services.db.transaction().execute(async (tx) => {
    const at = await lockSolution(tx, services, of, now)
    refuseUnlessWorkable(at.stage)
    oneSection(at, section)
    const { stageId, teamId, accountId } = at.owner
    const row = await rowOf(tx, at, section)
    if (row && row.holder_id !== accountId) await refuseHeld(tx, at, row, now)
    const set = {
      holder_id: accountId,
      holder,
      held_until: new Date(now.getTime() + sectionFreeAfter),
      ...(row?.holder !== holder && { version_id: null }),
    }
    await tx
      .insertInto('solution_sections')
      .values({ stage_id: stageId, team_id: teamId, section, ...set })
      .onConflict((conflict) => conflict.columns(['stage_id', 'team_id', 'section']).doUpdateSet(set))
      .execute()
    return at
  })
  return solutionPage(services, at, now)
}

/** Throws while the section is held by a member who has sent something recently. */
async function refuseHeld(tx: Tx, { owner }: SolutionStage, row: SectionRow, now: Date): Promise<void> {
  if (row.holder_id === null || row.held_until === null || row.held_until <= now) return
  const holder = await tx
    .selectFrom('accounts as a')
    .innerJoin('formed_team_members as m', 'm.account_id', 'a.id')
    .select(['a.first_name', 'a.last_name'])
    .where('a.id', '=', row.holder_id)
    .where('m.team_id', '=', owner.teamId)
    .where('m.state', '=', 'active')
    .executeTakeFirst()
  if (holder) throw new Refusal('section_taken', { values: { name: nameOf(holder) } })
}

/** Releases a section, unless another page has taken it meanwhile. */
export async function giveSectionBack(services: Services, { section, holder, ...of }: Held) {
  const now = services.clock()
  const at = await services.db.transaction().execute(async (tx) => {
    const at = await lockSolution(tx, services, of, now)
    oneSection(at, section)
    await tx
      .updateTable('solution_sections')
      .set({ holder_id: null, holder: null, held_until: null, version_id: null })
      .where('stage_id', '=', at.owner.stageId)
      .where('team_id', '=', at.owner.teamId)
      .where('section', '=', section)
      .where('holder_id', '=', at.owner.accountId)
      .where('holder', '=', holder)
      .execute()
    return at
  })
  return solutionPage(services, at, now)
}

/**
 * Saves a section that this page holds. A holder who has sent nothing for a while keeps the section until another
 * member takes it. A save based on an older revision is refused too, so a delayed request erases nothing.
 */
export async function saveSection(
  services: Services,
  { section, holder, text, revision, receivedAt, ...of }: Held & { text: string; revision: number; receivedAt: Date },
) {
  const now = services.clock()
  return services.db.transaction().execute(async (tx) => {
    const at = await lockSolution(tx, services, of, receivedAt)
    refuseUnlessWorkable(at.stage)
    oneSection(at, section)
    const row = await rowOf(tx, at, section)
    if (row?.holder_id !== at.owner.accountId || row.holder !== holder) throw new Refusal('section_not_held')
    if (row.revision !== revision) throw new Refusal('draft_conflict')
    const draft = await draftOf(tx, at.owner)
    const before = textOf(draft?.data[fieldOf(section)])
    const data = { ...draft?.data, [fieldOf(section)]: text }
    await saveDraft(tx, { owner: at.owner, stage: at.stage, data, basedOn: undefined }, now)
    const version = await keepVersion(tx, at, { section, version: row.version_id, before, after: text }, now)
    await tx
      .updateTable('solution_sections')
      .set({
        revision: revision + 1,
        saved_at: now,
        saved_by: at.owner.accountId,
        held_until: new Date(now.getTime() + sectionFreeAfter),
        version_id: version,
      })
      .where('stage_id', '=', at.owner.stageId)
      .where('team_id', '=', at.owner.teamId)
      .where('section', '=', section)
      .execute()
    return { revision: revision + 1, saved_at: formatWire(now) }
  })
}

/** Extends the current version while the same person keeps writing, or begins a new one. Returns its id. */
export async function keepVersion(
  tx: Tx,
  { owner }: SolutionStage,
  { section, version, before, after }: { section: string; version: number | null; before: string; after: string },
  now: Date,
): Promise<number> {
  const grown = await tx
    .updateTable('solution_versions')
    .set({ after, saved_at: now })
    .where('id', '=', version ?? 0)
    .where('begun_at', '>', new Date(now.getTime() - versionLasts))
    .returning('id')
    .executeTakeFirst()
  if (grown) return grown.id
  const { id } = await tx
    .insertInto('solution_versions')
    .values({
      ...{ stage_id: owner.stageId, team_id: owner.teamId, section, account_id: owner.accountId },
      ...{ begun_at: now, saved_at: now, before, after },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

type SectionRow = NonNullable<Awaited<ReturnType<typeof rowOf>>>

const rowOf = (db: Services['db'] | Tx, { owner }: SolutionStage, section: string) =>
  db
    .selectFrom('solution_sections')
    .select(['revision', 'saved_at', 'holder_id', 'holder', 'held_until', 'version_id'])
    .where('stage_id', '=', owner.stageId)
    .where('team_id', '=', owner.teamId)
    .where('section', '=', section)
    .executeTakeFirst()
