import { limits } from '#web/platform/limits.ts'
import { unfoldAround } from './unfold.ts'

const focusable = 'input:not([type=hidden]), textarea, select, button, [tabindex]'

/**
 * Moves the focus to the field with this id. A field whose code is still being loaded gets it as soon as it is drawn,
 * unless the person has moved on meanwhile.
 */
export function focusField(id: string): void {
  if (focusNow(id)) return
  const from = document.activeElement
  const drawn = new MutationObserver(() => {
    if (document.activeElement !== from || focusNow(id)) drawn.disconnect()
  })
  drawn.observe(document.body, { childList: true, subtree: true })
  setTimeout(() => drawn.disconnect(), limits.lateFieldMs)
}

function focusNow(id: string): boolean {
  const field = document.getElementById(id)
  if (!field) return false
  const target = field.matches(focusable) ? field : field.querySelector<HTMLElement>(focusable)
  unfoldAround(field)
  field.scrollIntoView({ block: 'center' })
  target?.focus({ preventScroll: true })
  return true
}
