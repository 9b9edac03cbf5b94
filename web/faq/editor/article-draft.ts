import { aliasOf } from '#shared/faq/alias.ts'
import type { ArticlePage } from '#web/faq/queries.ts'
import type { DraftData } from '#web/platform/drafts/draft-keeper.ts'

/** What an editor has on the page. */
export interface ArticleDraft extends DraftData {
  title: string
  alias: string
  text: string
  parent_id: number | null
  published: boolean
  /** The version of the article that the work began with; 0 for a new one. */
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

/** What this browser kept, over what the server has; null when it kept nothing. */
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

/** The same in everything that an editor writes. */
export const sameWords = (one: ArticleDraft, other: ArticleDraft): boolean =>
  (['title', 'alias', 'text', 'parent_id', 'published'] as const).every((name) => one[name] === other[name])

/** The address follows the title of a new article until somebody writes an address. */
export function withTitle(draft: ArticleDraft, title: string): ArticleDraft {
  const follows = draft.version === 0 && (draft.alias === '' || draft.alias === aliasOf(draft.title))
  return { ...draft, title, ...(follows ? { alias: title.trim() === '' ? '' : aliasOf(title) } : {}) }
}
