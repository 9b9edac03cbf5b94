import { handlersOf } from '#server/services.ts'
import type { faqRoutes } from '#shared/help/faq/routes.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { formatWire } from '#shared/platform/time/moscow.ts'
import { arrangeArticles } from './arrange-articles.ts'
import { deleteArticle } from './delete-article.ts'
import { uploadHelpImage } from './images.ts'
import { listArticles, readArticle } from './read-articles.ts'
import { addArticle, saveArticle } from './save-article.ts'
import { searchArticles } from './search-articles.ts'
import { missesOf, saveFeedback } from './store.ts'
import { openHelp, requireCompetition } from './who-edits.ts'

export const faqHandlers = handlersOf<typeof faqRoutes>()({
  'GET /faq-articles': ({ caller, query }, { db }) => listArticles(db, caller, query),
  'GET /faq-articles/article': ({ caller, query }, { db }) => readArticle(db, caller, query),
  'GET /faq-articles/search': ({ caller, query }, services) => searchArticles(services, caller, query),

  'POST /faq-articles/:id/feedback': async ({ caller, params, body }, { db, clock }) => {
    const article = await db
      .selectFrom('faq_articles')
      .select(['competition_code', 'shown'])
      .where('id', '=', params.id)
      .executeTakeFirst()
    if (!article?.shown) throw new Refusal('not_found')
    await openHelp(db, caller, article.competition_code)
    await saveFeedback(db, {
      articleId: params.id,
      accountId: caller.accountId,
      useful: body.useful,
      at: clock(),
    })
    return { useful: body.useful }
  },

  'GET /faq-images/:file_id': async ({ params, reply }, { db, disk }) => {
    const image = await db.selectFrom('faq_images').select('id').where('id', '=', params.file_id).executeTakeFirst()
    const opened = image && (await disk.open(image.id))
    if (!opened) throw new Refusal('not_found')
    reply.headers({
      'Content-Type': 'image/webp',
      'Content-Length': opened.size,
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'Cache-Control': 'public, max-age=31536000, immutable',
    })
    reply.send(opened.stream)
    return undefined
  },

  'POST /admin/faq-articles': ({ caller, body }, services) => addArticle(services, caller, body),
  'PUT /admin/faq-articles/:id': ({ caller, params, body }, services) =>
    saveArticle(services, caller, { ...body, id: params.id }),
  'PUT /admin/faq-articles/order': ({ caller, body }, services) => arrangeArticles(services, caller, body),
  'DELETE /admin/faq-articles/:id': async ({ caller, params, query }, services) => {
    await deleteArticle(services, caller, { id: params.id, withChildren: query.with_children })
    return undefined
  },

  'GET /admin/faq-articles/misses': async ({ query }, { db }) => {
    await requireCompetition(db, query.competition_code)
    const { rows, count } = await missesOf(db, query.competition_code, query)
    return { misses: rows.map(({ last_at, ...miss }) => ({ ...miss, last: formatWire(last_at) })), count }
  },

  'POST /admin/faq-images': ({ caller, query, request }, services) =>
    uploadHelpImage(services, caller, request, query.competition_code),
})
