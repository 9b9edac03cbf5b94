import { useList } from '#web/platform/navigation/use-list.ts'
import type { Asked } from './queries.ts'

/** The filters of the list. They are in the address, so that it can be sent to a colleague and Back works. */
export function useAsked() {
  const list = useList<Omit<Asked, 'page'>>('', noFilters)
  return {
    ...list,
    // Typing makes one step for Back, not one for every letter.
    ask: (change: Partial<Asked>, how = { replace: Object.keys(change).every((name) => typedNames.includes(name)) }) =>
      list.ask(change, how),
  }
}

const noFilters = {
  ...{ search: '', group: '', track: '', region: '', stage: '', step: '', tag: '', answer: '', waits: '' },
  ...{ score_from: '', score_to: '', person: '' },
}

const typedNames = ['search', 'score_from', 'score_to']
