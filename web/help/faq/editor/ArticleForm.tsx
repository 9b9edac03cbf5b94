import { useRef } from 'react'
import { draftKey } from '#web/forms/drafts/draft-mirror.ts'
import { localDraft } from '#web/forms/drafts/local-draft.ts'
import { draftMirror, useDraft } from '#web/forms/drafts/use-draft.ts'
import { useAnswerForArticle } from '#web/help/faq/answer-for-article.ts'
import type { ArticlePage } from '#web/help/faq/queries.ts'
import { session } from '#web/platform/api/portal-api.ts'
import { Skeleton } from '#web/platform/ui/Skeleton.tsx'
import { ArticleFields } from './ArticleFields.tsx'
import { draftFrom, draftOf, keptDraft } from './article-draft.ts'

/** Loads the draft from this browser, then opens the article with it. */
export function ArticleForm({ competition, article }: { competition: string; article: ArticlePage | null }) {
  const given = useAnswerForArticle()
  const answer = useRef(article ? null : given).current
  const name = article?.id ?? (answer ? `answer-${answer.request}` : 'new')
  const key = useRef(draftKey(session.claims()?.test_id ?? 0, `faq/${competition}/${name}`)).current
  const server = useRef(localDraft(draftMirror, key)).current
  const draft = useDraft({ key, server, onReplace: () => undefined })
  const opened = draft.opened ?? (draft.error ? {} : null)
  const kept = useRef<ReturnType<typeof keptDraft> | undefined>(undefined)
  if (opened === null) return <Skeleton lines={10} label="Открываем статью" />
  if (kept.current === undefined) kept.current = keptDraft(opened, article)
  return (
    <ArticleFields
      competition={competition}
      article={article}
      initial={kept.current ?? (answer ? draftFrom(answer.text) : draftOf(article))}
      answered={answer?.request ?? null}
      restored={kept.current !== null}
      keeper={draft.keeper}
      draftState={draft.state}
    />
  )
}
