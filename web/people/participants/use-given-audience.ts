import { useState } from 'react'
import type { Audience } from '#shared/people/participants/audience.ts'
import { useList } from '#web/platform/navigation/use-list.ts'
import { type AskedAudience, audienceOf } from './AudienceFields.tsx'

const noAudience = {
  ...{ group: '', track: '', region: '', stage: '', step: '', tag: '', answer: '', waits: '' },
  ...{ score_from: '', score_to: '', person: '' },
}

/** The audience of a form: it begins with the filters in the address, and then changes without it. */
export function useGivenAudience(): {
  asked: AskedAudience
  audience: Audience
  onAsk: (change: Partial<AskedAudience>) => void
} {
  const { asked: given } = useList<AskedAudience>('', noAudience)
  const [asked, setAsked] = useState<AskedAudience>(given)
  return { asked, audience: audienceOf(asked), onAsk: (change) => setAsked((before) => ({ ...before, ...change })) }
}
