import { useMatches } from '@tanstack/react-router'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { counters, goal } from '#web/platform/navigation/counters.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { keepConsent, keptConsent, onConsent } from './consent.ts'
import { countedPath, goalRequests, send, viewRequests } from './count.ts'
import styles from './Visits.module.css'

/** Counts the pages that a visitor opens after agreeing to it, and asks before. Never where organisers work. */
export function Visits() {
  const consent = useSyncExternalStore(onConsent, keptConsent)
  const path = useMatches({
    select: (matches) => {
      const last = matches.at(-1)
      // An address without a page of its own may contain anything, so it is not counted.
      const shown = matches.length > 1 && matches.every(({ status }) => status === 'success')
      if (!last || !shown || /^\/admin|\/inbox$/.test(last.fullPath)) return null
      return countedPath(last.fullPath, last.params)
    },
  })
  const page = path === null ? null : `${location.origin}${path}`
  const before = useRef(siteBefore())
  useEffect(() => {
    const known = counters()
    if (consent !== 'yes' || page === null || !known) return
    send(viewRequests(known, page, before.current))
    before.current = page
    const reached = () => send(goalRequests(known, page))
    goal.addEventListener('reached', reached)
    return () => goal.removeEventListener('reached', reached)
  }, [consent, page])
  return consent === null && page !== null ? <Question /> : null
}

/** The site from which the visitor came, without the page. */
function siteBefore(): string {
  const { origin } = new URL(document.referrer || location.href)
  return origin === location.origin || origin === 'null' ? '' : origin
}

function Question() {
  const answer = (consent: 'yes' | 'no') => {
    document.getElementById('main')?.focus()
    keepConsent(consent)
  }
  return (
    <aside className={styles.strip} aria-label="Подсчёт посещений" data-optional-control>
      <p className={styles.words}>
        Считать ваши посещения? Счётчики ({countersInWords()}) увидят страницы и устройство, но не имя и не то, что вы
        вводите. Передумать можно в настройках отображения.
      </p>
      <p className={styles.buttons}>
        <Button kind="secondary" size="s" onClick={() => answer('yes')}>
          Разрешить
        </Button>
        <Button kind="secondary" size="s" onClick={() => answer('no')}>
          Не нужно
        </Button>
      </p>
    </aside>
  )
}

function countersInWords(): string {
  const known = counters()
  return [known?.ymid && 'Яндекс Метрика', known?.mtid && 'Top.Mail.Ru'].filter(Boolean).join(', ')
}
