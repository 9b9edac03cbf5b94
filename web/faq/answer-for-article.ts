import { useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'
import { helpAddress } from './queries.ts'

interface Answer {
  /** The number of the request that was answered. */
  request: number
  text: string
}

/** Opens a new article that begins with an answer of the support. The text stays with this entry of the browser's history. */
export function useArticleFromAnswer(competition: string) {
  const router = useRouter()
  return useCallback(
    (answer: Answer) =>
      router.navigate({
        to: helpAddress(competition),
        search: { edit: 'new' },
        state: (before: object) => ({ ...before, answer }),
      } as never),
    [router, competition],
  )
}

/** The answer with which this page was opened; null without one. */
export function useAnswerForArticle(): Answer | null {
  const { answer } = useRouter().state.location.state as { answer?: Partial<Answer> }
  return typeof answer?.text === 'string' && typeof answer.request === 'number'
    ? { text: answer.text, request: answer.request }
    : null
}
