import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { useNarrow } from '#web/platform/use-media.ts'
import { Button } from './Button.tsx'

interface Few<T, L> {
  /** The rows to show now. */
  shown: readonly T[]
  /** The list element. After a press the focus moves to the first new row. */
  list: RefObject<L | null>
  /** The button below the list, while rows are hidden. */
  more: ReactNode
}

/**
 * Shows the first rows of a long list on a phone, and the others at a press; a wider window shows all of them. `of`
 * names the list in the button's label, for screen readers. A single row is never hidden.
 */
export function useFew<T, L extends HTMLElement>(all: readonly T[], few: number, of: string): Few<T, L> {
  const narrow = useNarrow()
  const [whole, setWhole] = useState(false)
  const list = useRef<L>(null)
  const cut = narrow && !whole && all.length > few + 1
  useEffect(() => {
    if (whole) list.current?.children[few]?.querySelector<HTMLElement>('a[href], button')?.focus()
  }, [whole, few])
  return {
    shown: cut ? all.slice(0, few) : all,
    list,
    more: cut && (
      <p>
        <Button
          kind="secondary"
          size="s"
          aria-label={`Показать ещё ${all.length - few}: ${of}`}
          onClick={() => setWhole(true)}
        >
          Показать ещё {all.length - few}
        </Button>
      </p>
    ),
  }
}
