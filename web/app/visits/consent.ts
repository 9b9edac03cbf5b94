/** What the visitor has answered to the question about counting visits; null before. */
export type Consent = 'yes' | 'no' | null

const storageKey = 'visits'
const listeners = new Set<() => void>()

/** Without storage the answer lasts until the page is closed. */
let chosen: Consent = null

/** A browser that asks not to be tracked has already refused. */
export function refusedByBrowser(browser: Navigator = navigator): boolean {
  return browser.doNotTrack === '1' || (browser as { globalPrivacyControl?: boolean }).globalPrivacyControl === true
}

export function keptConsent(): Consent {
  if (refusedByBrowser()) return 'no'
  try {
    const kept = localStorage.getItem(storageKey)
    return kept === 'yes' || kept === 'no' ? kept : null
  } catch {
    return chosen
  }
}

export function keepConsent(consent: 'yes' | 'no'): void {
  chosen = consent
  try {
    localStorage.setItem(storageKey, consent)
  } catch {
    // Storage may be disabled.
  }
  for (const listener of listeners) listener()
}

/** Calls back after an answer in this tab or in another, and after a logout, which removes it. */
export function onConsent(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}
