import type { ArticlePage } from '#web/faq/queries.ts'
import { ArticleForm } from './ArticleForm.tsx'

/** An article that is being changed. */
export const ArticleEditor = (props: { competition: string; article: ArticlePage }) => <ArticleForm {...props} />
