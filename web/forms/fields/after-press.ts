let pressed = false

// The server has no document.
const note = (now: boolean) => () => {
  pressed = now
}

// The server has no document.
if (typeof document !== 'undefined') {
  const listen = { capture: true, passive: true }
  document.addEventListener('pointerdown', note(true), listen)
  for (const kind of ['pointerup', 'pointercancel']) document.addEventListener(kind, note(false), listen)
}

/**
 * Does this at once, or, while a button is being pressed, when the press is over: a fault that appears when its field
 * is left would move the button away between the press and its release, and the click would be lost.
 */
export function afterPress(act: () => void): void {
  if (!pressed) {
    act()
    return
  }
  const over = new AbortController()
  const later = () => {
    over.abort()
    setTimeout(act)
  }
  for (const kind of ['pointerup', 'pointercancel'])
    document.addEventListener(kind, later, { signal: over.signal, capture: true, passive: true })
}
