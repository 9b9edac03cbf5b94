import ChevronDown from 'lucide-react/icons/chevron-down'
import { type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { Button } from './Button.tsx'
import styles from './Fold.module.css'

interface FoldProps {
  /** The heading element. */
  heading: ReactNode
  /** The heading's words, for the name of the button. */
  title: string
  /** What is inside, in a line; shown while it is folded. */
  says: string
  /** Something inside needs the person: it is open until that is over. */
  needed?: boolean
  children: ReactNode
}

/**
 * A part of a page that is rarely needed, as its heading and a line. What is inside stays there, with everything that was
 * typed; a search in the page and a link to it open it.
 */
export function Fold({ heading, title, says, needed = false, children }: FoldProps) {
  const [open, setOpen] = useState(false)
  const id = useId()
  const inside = useRef<HTMLDivElement>(null)
  const shown = open || needed
  // Once it was needed it stays open: the field that was mended is not to vanish at the last letter.
  useEffect(() => {
    if (needed) setOpen(true)
  }, [needed])
  useLayoutEffect(() => {
    if (shown) inside.current?.removeAttribute('hidden')
    else inside.current?.setAttribute('hidden', 'until-found')
  }, [shown])
  useEffect(() => {
    const box = inside.current
    if (!box) return
    const find = () => setOpen(true)
    // A field that must be mended is not to stay out of sight.
    const watcher = new MutationObserver(() => box.querySelector('[aria-invalid="true"]') && find())
    watcher.observe(box, { subtree: true, attributeFilter: ['aria-invalid'] })
    box.addEventListener('beforematch', find)
    return () => {
      watcher.disconnect()
      box.removeEventListener('beforematch', find)
    }
  }, [])
  return (
    <>
      <div className={styles.head}>
        {heading}
        <Button
          kind="quiet"
          size="s"
          aria-expanded={shown}
          aria-controls={id}
          aria-label={`${shown ? 'Свернуть' : 'Изменить'}: ${title}`}
          icon={<ChevronDown aria-hidden="true" className={styles.arrow} />}
          disabled={needed}
          onClick={() => setOpen(!open)}
        >
          {shown ? 'Свернуть' : 'Изменить'}
        </Button>
      </div>
      {!shown && <p className={styles.says}>{says}</p>}
      <div id={id} ref={inside}>
        {children}
      </div>
    </>
  )
}

/** Opens what is folded in a part of the page. */
export function unfold(part: Element | null): void {
  for (const box of part?.querySelectorAll('[hidden="until-found"]') ?? []) box.dispatchEvent(new Event('beforematch'))
}
