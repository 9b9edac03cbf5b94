import { ArticleForm } from './ArticleForm.tsx'

/** Writes a new article. */
export const NewArticle = ({ competition }: { competition: string }) => (
  <ArticleForm competition={competition} article={null} />
)
