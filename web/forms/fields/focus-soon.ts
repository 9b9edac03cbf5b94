/**
 * Moves the focus to an element of this part of the page once the part is drawn anew. Not if the person has left the
 * part meanwhile: the next key would then press the wrong button.
 */
export function focusSoon(part: HTMLElement | null, selector: string): void {
  requestAnimationFrame(() => {
    const { activeElement, body } = document
    if (activeElement === body || part?.contains(activeElement)) part?.querySelector<HTMLElement>(selector)?.focus()
  })
}
