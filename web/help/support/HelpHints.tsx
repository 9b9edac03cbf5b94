import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api } from '#web/platform/api/portal-api.ts'
import { PortalLink } from '#web/platform/navigation/PortalLink.tsx'
import { Heading } from '#web/platform/ui/Heading.tsx'
import styles from './Support.module.css'

const pause = 700
const maxWords = 8
const shortest = 8

/** The start of the text is searched for, because a letter begins with its subject. */
export const gistOf = (text: string): string =>
  text
    .trim()
    .split(/\s+/)
    .slice(0, maxWords)
    .join(' ')
    .slice(0, 200)
    .replace(/\p{Cs}/gu, '')

/** Help articles that may answer the question while it is being written. Nothing is shown without results. */
export function HelpHints({ competition, text }: { competition: string; text: string }) {
  const gist = gistOf(text)
  const [query, setQuery] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setQuery(gist.length < shortest ? '' : gist), pause)
    return () => clearTimeout(timer)
  }, [gist])
  const { data } = useQuery({
    queryKey: ['help-hints', competition, query],
    queryFn: ({ signal }) =>
      api('GET /faq-articles/search', {
        query: { competition_code: competition, query, limit: 3, offset: 0, suggest: true },
        signal,
      }),
    enabled: query !== '',
    placeholderData: keepPreviousData,
    staleTime: 5 * 60_000,
  })
  const articles = query === '' ? [] : (data?.articles ?? [])
  return (
    <div role="status" className={styles.hints}>
      {articles.length > 0 && (
        <>
          <Heading level={3} size={4}>
            Возможно, ответ уже есть
          </Heading>
          <ul>
            {articles.map(({ id, path, title }) => (
              <li key={id}>
                <PortalLink to={`/${competition}/faq/${path}`}>{title}</PortalLink>
              </li>
            ))}
          </ul>
          <p className={styles.quiet}>Написанное сохранится, если вы откроете статью.</p>
        </>
      )}
    </div>
  )
}
