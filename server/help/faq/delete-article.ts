import { recordAudit } from '#server/platform/audit/record-audit.ts'
import type { Caller } from '#server/platform/http/handler.ts'
import type { Services } from '#server/services.ts'
import { pathsOf } from '#shared/help/faq/tree.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { arrange, keepArrangement, lockedPlaces } from './change-tree.ts'
import { competitionOf } from './save-article.ts'
import { requireEditor } from './who-edits.ts'

/** Deletes the article. Articles below it are deleted only when the editor has confirmed it. */
export async function deleteArticle(
  { db }: Services,
  caller: Caller,
  { id, withChildren }: { id: number; withChildren: boolean },
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const competitionCode = await competitionOf(tx, id)
    requireEditor(caller, competitionCode)
    const before = await lockedPlaces(tx, competitionCode)
    if (!before.some((article) => article.id === id)) throw new Refusal('not_found')
    const paths = pathsOf(before)
    const below = before.filter((article) => paths.get(article.id)?.parents.some((parent) => parent.id === id))
    if (below.length > 0 && !withChildren) throw new Refusal('faq_has_children', { values: { count: below.length } })
    const gone = [id, ...below.map((article) => article.id)]
    await tx.deleteFrom('faq_articles').where('id', 'in', gone).execute()
    const left = before.filter((article) => !gone.includes(article.id))
    await keepArrangement(tx, { competitionCode, before: left, after: arrange(left, left) })
    await recordAudit(tx, {
      actorId: caller.accountId,
      action: 'faq.deleted',
      subject: String(id),
      detail: { path: paths.get(id)?.path ?? '', articles: gone.length },
    })
  })
}
