import { useEffect, useState } from 'react'
import { timesIn, timesName } from '#shared/kinds/questionnaire/answer-times.ts'
import type { FormStore } from '#web/forms/fields/form-store.ts'
import { answerClock } from './answer-clock.ts'

/** Keeps an answer together with the milliseconds that went into it. */
export function useAnswers(store: FormStore) {
  const [clock] = useState(answerClock)
  useEffect(() => {
    const seen = () => (document.visibilityState === 'hidden' ? clock.pause() : clock.resume())
    document.addEventListener('visibilitychange', seen)
    return () => document.removeEventListener('visibilitychange', seen)
  }, [clock])
  return {
    clock,
    answer(name: string, value: string) {
      const times = timesIn(store.data()) ?? {}
      store.set(timesName, { ...times, [name]: (times[name] ?? 0) + Math.max(1, clock.lap()) })
      store.set(name, value)
    },
  }
}
