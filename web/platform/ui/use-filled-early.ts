import { useLayoutEffect } from 'react'

/**
 * A field rendered by the server can be filled in, by the person or the browser, before its program is loaded. This
 * takes over such a value; otherwise the first render would clear it.
 */
export function useFilledEarly(read: () => string | undefined, value: string, onChange: (value: string) => void) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: only once, on hydration
  useLayoutEffect(() => {
    const filled = read()
    if (filled !== undefined && filled !== value) onChange(filled)
  }, [])
}

/** The present value of the control with this id. */
export const filledIn = (id: string) => () => (document.getElementById(id) as HTMLInputElement | null)?.value
