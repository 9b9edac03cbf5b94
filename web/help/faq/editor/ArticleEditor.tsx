import type { ArticlePage } from '#web/help/faq/queries.ts'
import { ArticleForm } from './ArticleForm.tsx'

/** Edits an existing article. */
export const ArticleEditor = (props: { competition: string; article: ArticlePage }) => <ArticleForm {...props} />
