import { useState } from 'react'
import type { Audience } from '#shared/people/participants/audience.ts'
import { useSearchText } from '#web/platform/navigation/use-search-text.ts'
import { type AskedAudience, audienceOf } from './AudienceFields.tsx'

/** The audience of a form: it begins with the filters in the address, and then changes without it. */
export function useGivenAudience(): {
  asked: AskedAudience
  audience: Audience
  onAsk: (change: Partial<AskedAudience>) => void
} {
  const [asked, setAsked] = useState<AskedAudience>({
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
  })
  return { asked, audience: audienceOf(asked), onAsk: (change) => setAsked((before) => ({ ...before, ...change })) }
}
