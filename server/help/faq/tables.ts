import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { Defaulted } from '#server/platform/db/column-types.ts'

export interface FaqTables {
  faq_trees: { competition_code: string; version: Generated<number> }
  faq_articles: {
    id: GeneratedAlways<number>
    competition_code: string
    parent_id: number | null
    alias: string
    path: string
    sort: number
    title: string
    text: Defaulted<string>
    words: Defaulted<string>
    published: Defaulted<boolean>
    /** Whether the article and all its parents are published. */
    shown: Defaulted<boolean>
    version: Generated<number>
    created_at: Date
    updated_at: Date
    search: ColumnType<string, never, never>
  }
  faq_old_paths: { competition_code: string; path: string; article_id: number }
  faq_words: { article_id: number; competition_code: string; word: string }
  faq_misses: { competition_code: string; query: string; times: Generated<number>; last_at: Date }
  faq_feedback: { article_id: number; account_id: number; useful: boolean; given_at: Date }
  faq_images: { id: string; competition_code: string; size: number; width: number; height: number; created_at: Date }
}
