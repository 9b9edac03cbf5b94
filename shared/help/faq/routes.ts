import { type TSchema, Type } from 'typebox'
import { id, idParams, nullable } from '#shared/platform/api/fields.ts'
import { pageQuery } from '#shared/platform/api/page.ts'
import { refusedBy } from '#shared/platform/api/refused-by.ts'
import { route } from '#shared/platform/api/route.ts'
import { imageMaxBytes } from '#shared/platform/files/limits.ts'
import { aliasPattern, maxAliasLength } from '#shared/platform/text/alias.ts'
import { maxArticles, maxHelpDepth, maxTextLength, maxTitleLength } from './limits.ts'

const competitionCode = Type.String({ minLength: 1, maxLength: 64 })

const textBytes = 1024 * 1024

const title = Type.String({ minLength: 1, maxLength: maxTitleLength, pattern: '\\S' })
const alias = Type.String({ pattern: aliasPattern, maxLength: maxAliasLength })
const text = Type.String({ maxLength: maxTextLength })
const sort = Type.Integer({ minimum: 0, maximum: maxArticles })
const version = id
const parent = Type.Object({ id, title: Type.String(), path: Type.String() })

const article = {
  id,
  parent_id: nullable(id),
  alias: Type.String(),
  title: Type.String(),
  text: Type.Optional(Type.String({ description: 'HTML; в дереве без текстов (brief=true) его нет' })),
  sort: Type.Integer(),
  path: Type.String({ description: 'Адрес внутри раздела: алиасы через косую черту' }),
  parents: Type.Array(parent, { description: 'Статьи над этой, верхняя первой' }),
  published: Type.Boolean(),
  updated: Type.String(),
  feedback: Type.Optional(
    Type.Object(
      { yes: Type.Integer(), no: Type.Integer() },
      { description: 'Сколько раз статью нашли полезной: редактору' },
    ),
  ),
}

/** An article with its children. The contract has no recursion, so every level is written out. */
const node = (levels: number): TSchema =>
  Type.Object({
    ...article,
    children: levels > 1 ? Type.Array(node(levels - 1)) : Type.Array(Type.Object({})),
  })

const part = Type.Object({ text: Type.String(), match: Type.Boolean() })

export const faqRoutes = {
  'GET /faq-articles': route({
    access: 'participant',
    summary: 'Статьи помощи конкурса: деревом (tree=true; страницы считаются по верхним разделам) или списком',
    refuses: ['competition_not_found'],
    query: Type.Object({
      competition_code: competitionCode,
      tree: Type.Boolean({ default: false }),
      brief: Type.Boolean({ default: false, description: 'Без текстов' }),
      ...pageQuery({ size: 100, max: maxArticles }),
    }),
    response: Type.Object({
      articles: Type.Array(node(maxHelpDepth)),
      count: Type.Integer(),
      version: Type.Integer({ description: 'Версия порядка статей: её называют, сохраняя порядок' }),
      may_edit: Type.Boolean(),
    }),
  }),
  'GET /faq-articles/article': route({
    access: 'participant',
    summary: 'Одна статья по её адресу; прежний адрес ведёт к той же статье, path в ответе — нынешний',
    refuses: ['competition_not_found', 'not_found'],
    query: Type.Object({ competition_code: competitionCode, path: Type.String({ minLength: 1, maxLength: 400 }) }),
    response: Type.Object({
      ...article,
      text: Type.String(),
      version: Type.Integer(),
      may_edit: Type.Boolean(),
      useful: nullable(Type.Boolean({ description: 'Что ответил сам человек' })),
    }),
  }),
  'GET /faq-articles/search': route({
    access: 'participant',
    summary: 'Поиск по статьям: понимает формы слов, опечатки и забытую раскладку',
    refuses: ['competition_not_found'],
    query: Type.Object({
      competition_code: competitionCode,
      query: Type.String({ minLength: 1, maxLength: 200 }),
      ...pageQuery({ size: 10 }),
      suggest: Type.Optional(
        Type.Boolean({ description: 'Подсказка к письму в поддержку: ненайденное редакторам не записывается' }),
      ),
    }),
    response: Type.Object({
      articles: Type.Array(
        Type.Object({
          id,
          path: Type.String(),
          title: Type.String(),
          parents: Type.Array(parent),
          title_parts: Type.Array(part),
          excerpt: Type.Array(part, { description: 'Отрывок по частям; match — найденное слово' }),
        }),
      ),
      count: Type.Integer(),
      corrected: nullable(Type.String({ description: 'Как запрос был понят, если в нём опечатка' })),
    }),
  }),
  'POST /faq-articles/:id/feedback': route({
    access: 'participant',
    summary: '«Было полезно?»: один ответ от человека, его можно изменить',
    refuses: ['competition_not_found', 'not_found'],
    params: idParams,
    body: Type.Object({ useful: Type.Boolean() }),
    response: Type.Object({ useful: Type.Boolean() }),
  }),
  'GET /faq-images/:file_id': route({
    access: 'public',
    summary: 'Картинка статьи; её имя нельзя угадать',
    refuses: ['not_found'],
    params: Type.Object({ file_id: Type.String({ pattern: '^[0-9a-f]{32}$' }) }),
    response: null,
    download: true,
  }),

  'POST /admin/faq-articles': route({
    access: 'faq',
    competition: 'body',
    summary: 'Добавить статью',
    refuses: ['competition_not_found', 'faq_too_many', 'faq_alias_taken', 'faq_too_deep'],
    bodyLimit: textBytes,
    body: Type.Object({
      competition_code: competitionCode,
      title,
      alias: Type.Optional(alias),
      text: Type.Optional(text),
      parent_id: Type.Optional(nullable(id)),
      sort: Type.Optional(sort),
      published: Type.Optional(Type.Boolean()),
    }),
    status: 201,
    response: Type.Object({ id, path: Type.String(), alias: Type.String(), version: Type.Integer() }),
  }),
  'PUT /admin/faq-articles/:id': route({
    access: 'faq',
    competition: 'handler',
    summary: 'Изменить статью; чего в теле нет, то остаётся. С version чужая правка не затирается',
    refuses: ['not_found', 'faq_article_changed', 'faq_alias_taken', 'faq_too_deep'],
    params: idParams,
    bodyLimit: textBytes,
    body: Type.Object({
      title: Type.Optional(title),
      alias: Type.Optional(alias),
      text: Type.Optional(text),
      parent_id: Type.Optional(nullable(id)),
      sort: Type.Optional(sort),
      published: Type.Optional(Type.Boolean()),
      version: Type.Optional(version),
    }),
    response: Type.Object({ id, path: Type.String(), alias: Type.String(), version: Type.Integer() }),
  }),
  'DELETE /admin/faq-articles/:id': route({
    access: 'faq',
    competition: 'handler',
    summary: 'Удалить статью; вложенные удаляются вместе с ней только с with_children=true',
    refuses: ['not_found', 'faq_has_children'],
    params: idParams,
    query: Type.Object({ with_children: Type.Boolean({ default: false }) }),
    response: null,
  }),
  'PUT /admin/faq-articles/order': route({
    access: 'faq',
    competition: 'body',
    summary: 'Сохранить порядок и вложенность всех статей сразу; с version чужая правка не затирается',
    refuses: ['competition_not_found', 'faq_changed', 'faq_too_deep'],
    bodyLimit: 128 * 1024,
    body: Type.Object({
      competition_code: competitionCode,
      version: Type.Optional(version),
      articles: Type.Array(Type.Object({ id, parent_id: nullable(id), sort }), { maxItems: maxArticles }),
    }),
    response: Type.Object({ version: Type.Integer() }),
  }),
  'GET /admin/faq-articles/misses': route({
    access: 'faq',
    competition: 'query',
    summary: 'Что искали и не нашли, последнее первым',
    refuses: ['competition_not_found'],
    query: Type.Object({
      competition_code: competitionCode,
      ...pageQuery({ size: 20 }),
    }),
    response: Type.Object({
      misses: Type.Array(Type.Object({ query: Type.String(), times: Type.Integer(), last: Type.String() })),
      count: Type.Integer(),
    }),
  }),
  'POST /admin/faq-images': route({
    access: 'faq',
    competition: 'query',
    summary: 'Загрузить картинку для статьи',
    refuses: [...refusedBy.picture, 'competition_not_found'],
    query: Type.Object({ competition_code: competitionCode }),
    upload: true,
    bodyLimit: imageMaxBytes,
    limit: 'upload',
    status: 201,
    response: Type.Object({ url: Type.String(), width: Type.Integer(), height: Type.Integer() }),
  }),
}
