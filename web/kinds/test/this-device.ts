const name = 'test-device'
let own: string | null = null

/**
 * The number of this browser, by which an attempt knows it. Where nothing can be stored it lasts as long as the page.
 */
export function thisDevice(): string {
  if (own !== null) return own
  own = crypto.randomUUID()
  try {
    const known = localStorage.getItem(name)
    if (known) own = known
    else localStorage.setItem(name, own)
  } catch {
    // The page still works; after a reload the attempt has to be taken over.
  }
  return own
}

/** Whether a reload finds the same number. */
export function isDeviceKept(): boolean {
  try {
    return localStorage.getItem(name) === thisDevice()
  } catch {
    return false
  }
}
