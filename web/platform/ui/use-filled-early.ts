import { useLayoutEffect } from 'react'

/**
 * A field drawn by the server can be filled in, by the person or by the browser, before its program has come. What
 * stands in it then is taken over; otherwise the first redraw would wipe it out.
 */
export function useFilledEarly(read: () => string | undefined, value: string, onChange: (value: string) => void) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the field comes to life
  useLayoutEffect(() => {
    const filled = read()
    if (filled !== undefined && filled !== value) onChange(filled)
  }, [])
}

/** What stands in the control of this id. */
export const filledIn = (id: string) => () => (document.getElementById(id) as HTMLInputElement | null)?.value
