import { ArticleForm } from './ArticleForm.tsx'

/** An article that is not there yet. */
export const NewArticle = ({ competition }: { competition: string }) => (
  <ArticleForm competition={competition} article={null} />
)
