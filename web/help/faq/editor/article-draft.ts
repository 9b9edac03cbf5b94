import { aliasOf } from '#shared/platform/text/alias.ts'
import type { DraftData } from '#web/forms/drafts/draft-keeper.ts'
import type { ArticlePage } from '#web/help/faq/queries.ts'

/** The values of the editor's form. */
export interface ArticleDraft extends DraftData {
  title: string
  alias: string
  text: string
  parent_id: number | null
  published: boolean
  /** The version of the article at the beginning of the work; 0 for a new one. */
  version: number
}

export const draftOf = (article: ArticlePage | null): ArticleDraft => ({
  title: article?.title ?? '',
  alias: article?.alias ?? '',
  text: article?.text ?? '',
  parent_id: article?.parent_id ?? null,
  published: article?.published ?? true,
  version: article?.version ?? 0,
})

/** A new article that begins with an answer of the support, which is plain text. */
export const draftFrom = (answer: string): ArticleDraft => ({ ...draftOf(null), text: paragraphs(answer) })

const signs: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
const paragraphs = (text: string): string =>
  text
    .split(/\n{2,}/)
    .map((part) => part.trim().replace(/[&<>]/g, (sign) => signs[sign] ?? sign))
    .filter((part) => part !== '')
    .map((part) => `<p>${part.replaceAll('\n', '<br>')}</p>`)
    .join('')

/** The draft from this browser on top of the server's values; null when there is none or it changes nothing. */
export function keptDraft(kept: DraftData, article: ArticlePage | null): ArticleDraft | null {
  const { title, alias, text, parent_id, published, version } = kept
  if (typeof title !== 'string' || typeof alias !== 'string' || typeof text !== 'string') return null
  const draft = {
    title,
    alias,
    text,
    parent_id: typeof parent_id === 'number' ? parent_id : null,
    published: published !== false,
    version: typeof version === 'number' ? version : 0,
  }
  return sameWords(draft, draftOf(article)) ? null : draft
}

/** Whether two drafts are equal in every field. */
export const sameWords = (one: ArticleDraft, other: ArticleDraft): boolean =>
  (['title', 'alias', 'text', 'parent_id', 'published'] as const).every((name) => one[name] === other[name])

/** The alias follows the title of a new article until somebody types an alias. */
export function withTitle(draft: ArticleDraft, title: string): ArticleDraft {
  const follows = draft.version === 0 && (draft.alias === '' || draft.alias === aliasOf(draft.title))
  return { ...draft, title, ...(follows ? { alias: title.trim() === '' ? '' : aliasOf(title) } : {}) }
}
