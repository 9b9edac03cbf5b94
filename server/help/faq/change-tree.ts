import { sql } from 'kysely'
import type { Tx } from '#server/db.ts'
import { maxHelpDepth } from '#shared/help/faq/limits.ts'
import { arrangementFault, type Placed, pathsOf, tidy } from '#shared/help/faq/tree.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { type Place, placesOf } from './store.ts'

/**
 * Locks the tree of the competition until the transaction ends, so that editors change it one after another. Returns
 * its version; refuses with `competition_not_found`, and with `faq_changed` when the editor saw another version.
 */
export async function lockTree(tx: Tx, competitionCode: string, seen?: number): Promise<number> {
  await tx
    .insertInto('faq_trees')
    .columns(['competition_code'])
    .expression(tx.selectFrom('competitions').select('code').where('code', '=', competitionCode))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const tree = await tx
    .selectFrom('faq_trees')
    .select('version')
    .where('competition_code', '=', competitionCode)
    .forUpdate()
    .executeTakeFirst()
  if (!tree) throw new Refusal('competition_not_found')
  if (seen !== undefined && seen !== tree.version) throw new Refusal('faq_changed')
  return tree.version
}

type Wanted = Placed & { published: boolean }
type Arranged = Wanted & { path: string; shown: boolean }

/** The tree after a change: each article with its number among its siblings, its path, and whether readers see it. */
export function arrange(before: readonly Placed[], wanted: readonly Wanted[]): Arranged[] {
  // Circles are refused first, because a circle has no paths. An article that stays among its siblings keeps its alias.
  const fault = arrangementFault(wanted)
  if (fault === 'too_deep') throw new Refusal('faq_too_deep', { values: { max: maxHelpDepth } })
  if (fault) throw new Refusal('invalid_request')
  const tidied = tidy(wanted, new Map(before.map((article) => [article.id, article])))
  const paths = pathsOf(tidied)
  return tidied.map((article) => {
    const { path = '', parents = [] } = paths.get(article.id) ?? {}
    return { ...article, path, shown: [...parents, article].every(({ published }) => published) }
  })
}

/** Saves the changed places, keeps the old addresses, and increases the version of the tree. */
export async function keepArrangement(
  tx: Tx,
  of: { competitionCode: string; before: readonly Place[]; after: readonly Arranged[] },
): Promise<number> {
  const old = new Map(of.before.map((article) => [article.id, article]))
  const changed = of.after.filter((article) => {
    const was = old.get(article.id)
    return (
      was && (['parent_id', 'alias', 'sort', 'path', 'published', 'shown'] as const).some((k) => was[k] !== article[k])
    )
  })
  if (changed.length > 0) {
    const rows = JSON.stringify(
      changed.map(({ id, parent_id, alias, sort, path, published, shown }) => ({
        ...{ id, parent_id, alias, sort, path, published, shown },
      })),
    )
    await sql`
      update faq_articles a
      set parent_id = n.parent_id, alias = n.alias, sort = n.sort, path = n.path, published = n.published, shown = n.shown
      from json_to_recordset(${rows}::json)
        as n (id int, parent_id int, alias text, sort int, path text, published boolean, shown boolean)
      where a.id = n.id`.execute(tx)
  }
  await keepOldPaths(tx, of.competitionCode, changed, old)
  const { version } = await tx
    .updateTable('faq_trees')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('competition_code', '=', of.competitionCode)
    .returning('version')
    .executeTakeFirstOrThrow()
  return version
}

async function keepOldPaths(
  tx: Tx,
  competitionCode: string,
  changed: readonly Arranged[],
  old: ReadonlyMap<number, Place>,
): Promise<void> {
  const moved = changed.flatMap(({ id, path }) => {
    const was = old.get(id)?.path
    return was !== undefined && was !== path ? [{ competition_code: competitionCode, path: was, article_id: id }] : []
  })
  if (moved.length > 0)
    await tx
      .insertInto('faq_old_paths')
      .values(moved)
      .onConflict((conflict) =>
        conflict
          .columns(['competition_code', 'path'])
          .doUpdateSet((eb) => ({ article_id: eb.ref('excluded.article_id') })),
      )
      .execute()
}

/** The present places; the tree must be locked first. */
export async function lockedPlaces(tx: Tx, competitionCode: string, seen?: number): Promise<Place[]> {
  await lockTree(tx, competitionCode, seen)
  return placesOf(tx, competitionCode)
}
