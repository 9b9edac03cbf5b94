import type { MouseEvent } from 'react'
import { isPlainClick } from './is-plain-click.ts'

/**
 * For a link to a part of the page: shows the part and gives it the focus. The hash of the address is not changed,
 * because it names the stage that the person came from.
 */
export function goToPart(event: MouseEvent, id: string): void {
  const part = document.getElementById(id)
  if (!part || !isPlainClick(event)) return
  event.preventDefault()
  part.scrollIntoView()
  part.focus({ preventScroll: true })
}
