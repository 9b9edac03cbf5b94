import { useNavigate } from '@tanstack/react-router'
import { useSearchText } from '#web/platform/navigation/use-search-text.ts'
import type { Asked } from './queries.ts'

/** The filters of the list. They are in the address, so that it can be sent to a colleague and Back works. */
export function useAsked(): [Asked, (change: Partial<Asked>, replace?: boolean) => void] {
  const navigate = useNavigate()
  const asked: Asked = {
    search: useSearchText('search'),
    group: useSearchText('group'),
    track: useSearchText('track'),
    region: useSearchText('region'),
    stage: useSearchText('stage'),
    step: useSearchText('step'),
    tag: useSearchText('tag'),
    answer: useSearchText('answer'),
    waits: useSearchText('waits'),
    score_from: useSearchText('score_from'),
    score_to: useSearchText('score_to'),
    person: useSearchText('person'),
    page: Math.max(1, Number(useSearchText('page')) || 1),
  }
  const ask = (change: Partial<Asked>, replace?: boolean) => {
    // Another filter begins at the first page.
    const { page, ...texts } = { ...asked, page: 1, ...change }
    const search = Object.fromEntries(Object.entries(texts).filter(([, value]) => value !== ''))
    // Typing makes one step for Back, not one for every letter.
    const isTyped = Object.keys(change).every((name) => typedNames.includes(name))
    void navigate({
      to: '.',
      search: { ...search, ...(page > 1 && { page: String(page) }) },
      replace: replace ?? isTyped,
    } as never)
  }
  return [asked, ask]
}

const typedNames = ['search', 'score_from', 'score_to']
