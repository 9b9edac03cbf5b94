import { useSyncExternalStore } from 'react'
import { counters } from '#web/platform/navigation/counters.ts'
import { Checkbox } from '#web/platform/ui/Checkbox.tsx'
import { keepConsent, keptConsent, onConsent, refusedByBrowser } from './consent.ts'

/** Where an answer about counting visits can be changed. */
export function VisitsSetting() {
  const consent = useSyncExternalStore(onConsent, keptConsent)
  if (!counters() || refusedByBrowser()) return null
  return (
    <Checkbox
      label="Разрешить считать посещения"
      name="count-visits"
      hint="Счётчики увидят, какие страницы вы открываете, но не то, что вы вводите."
      value={consent === 'yes'}
      onChange={(wanted) => keepConsent(wanted ? 'yes' : 'no')}
    />
  )
}
