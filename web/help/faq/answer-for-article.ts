import { useParams, useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'
import { sectionPath } from '#web/seasons/console/sections.ts'

interface Answer {
  /** The number of the request that was answered. */
  request: number
  text: string
}

/**
 * Opens a new article that begins with an answer of the support. The text stays with this entry of the browser's
 * history.
 */
export function useArticleFromAnswer(competition: string) {
  const router = useRouter()
  const inConsole = useParams({ from: '/admin/$competition', shouldThrow: false }) !== undefined
  return useCallback(
    (answer: Answer) =>
      router.navigate({
        to: inConsole ? sectionPath('faq', competition) : `/${competition}/faq`,
        search: { edit: 'new' },
        state: (before: object) => ({ ...before, answer }),
      } as never),
    [router, competition, inConsole],
  )
}

/** The answer with which this page was opened; null without one. */
export function useAnswerForArticle(): Answer | null {
  const { answer } = useRouter().state.location.state as { answer?: Partial<Answer> }
  return typeof answer?.text === 'string' && typeof answer.request === 'number'
    ? { text: answer.text, request: answer.request }
    : null
}
