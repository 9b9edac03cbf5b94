import { recordAudit } from '#server/platform/audit/record-audit.ts'
import type { Caller } from '#server/platform/http/handler.ts'
import type { Services } from '#server/services.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { arrange, keepArrangement, lockedPlaces } from './change-tree.ts'

interface NewPlace {
  id: number
  parent_id: number | null
  sort: number
}

/**
 * Saves a new order of all articles of a competition. `version` is the version of the order that the editor began
 * with; without it the newest is meant. When another order was saved meanwhile, or articles were added or deleted,
 * nothing changes and the answer is `faq_changed`.
 */
export async function arrangeArticles(
  { db }: Services,
  caller: Caller,
  order: { competition_code: string; version?: number | undefined; articles: NewPlace[] },
): Promise<{ version: number }> {
  return db.transaction().execute(async (tx) => {
    const before = await lockedPlaces(tx, order.competition_code, order.version)
    const wanted = new Map(order.articles.map((article) => [article.id, article]))
    if (wanted.size !== order.articles.length) throw new Refusal('invalid_request')
    if (wanted.size !== before.length || before.some(({ id }) => !wanted.has(id))) throw new Refusal('faq_changed')
    const after = arrange(
      before,
      before.map((article) => ({ ...article, ...wanted.get(article.id) })),
    )
    const version = await keepArrangement(tx, { competitionCode: order.competition_code, before, after })
    await recordAudit(tx, {
      actorId: caller.accountId,
      action: 'faq.reordered',
      subject: order.competition_code,
      detail: { version, articles: after.length },
    })
    return { version }
  })
}
