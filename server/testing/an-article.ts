import { addArticle } from '#server/help/faq/save-article.ts'
import type { Caller } from '#server/platform/http/handler.ts'
import type { TestApp } from './test-app.ts'

/** An article of the help, written by an editor for all competitions. */
export async function anArticle(
  app: TestApp,
  given: {
    competition_code: string
    title: string
    text?: string
    alias?: string
    parent_id?: number | null
    published?: boolean
  },
) {
  const actor = await app.db.selectFrom('accounts').select('id').limit(1).executeTakeFirstOrThrow()
  const caller: Caller = {
    accountId: actor.id,
    sessionId: '',
    until: Number.POSITIVE_INFINITY,
    flags: { faq: [] },
    mayOrganise: true,
    isMentor: false,
    isAssessor: false,
  }
  return addArticle(app.services, caller, given)
}
