import { type FunctionComponent, type ReactNode, type RefObject, Suspense, useRef, useState } from 'react'

/** What a button passes to its panel. */
export interface PanelProps {
  trigger: RefObject<HTMLButtonElement | null>
  isOpen: boolean
  onOpenChange: (open: boolean) => void
}

interface PanelButtonProps {
  /** May be lazy: nothing of it is needed before the pointer or the focus reaches the button. */
  panel: FunctionComponent<PanelProps>
  /** Fetches the program of the panel ahead of the press, as soon as a pointer or the focus comes near. */
  prepare: () => void
  kind: 'menu' | 'dialog'
  label?: string
  className?: string | undefined
  children: ReactNode
}

/** A light button: its panel, which handles keyboard and focus, is loaded when first needed. */
export function PanelButton({ panel: Panel, prepare, kind, label, className, children }: PanelButtonProps) {
  const trigger = useRef<HTMLButtonElement>(null)
  const [wanted, setWanted] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const change = (open: boolean) => {
    setWanted(true)
    setOpen(open)
  }
  return (
    <>
      <button
        ref={trigger}
        type="button"
        className={className}
        aria-label={label}
        aria-haspopup={kind === 'menu' ? 'menu' : undefined}
        aria-expanded={isOpen}
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={() => change(!isOpen)}
        onKeyDown={(event) => {
          if (kind !== 'menu' || !/^Arrow(Down|Up)$/.test(event.key)) return
          event.preventDefault()
          change(true)
        }}
      >
        {children}
      </button>
      {wanted && (
        <Suspense fallback={null}>
          <Panel trigger={trigger} isOpen={isOpen} onOpenChange={change} />
        </Suspense>
      )}
    </>
  )
}
