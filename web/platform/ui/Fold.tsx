import ChevronDown from 'lucide-react/icons/chevron-down'
import { type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { useNarrow } from '#web/platform/use-media.ts'
import { Button } from './Button.tsx'
import styles from './Fold.module.css'
import { withMoments } from './Moments.tsx'

interface FoldProps {
  /** The heading element. */
  heading: ReactNode
  /** The heading's words, for the name of the button. */
  title: string
  /** What is inside, in a line; shown while it is folded. */
  says: ReactNode
  /** Something inside must be corrected: it stays open until then. */
  needed?: boolean
  /** Something inside waits for the person: it opens by itself, and can be folded up. */
  waits?: boolean
  /** What is inside is read rather than edited. */
  read?: boolean
  /** It can be folded only on a phone; a wider window shows all of it, without a button. */
  onPhone?: boolean
  actions?: ReactNode
  /** Its name on the page: when the page is opened again, the fold is as the person left it. */
  name?: string | undefined
  children: ReactNode
}

/** Which folds the person has opened or shut, by the page and the name, until the portal is left. */
const left = new Map<string, boolean>()
const placeOf = (name: string | undefined) => (name === undefined ? null : `${window.location.pathname}#${name}`)

/**
 * A part of a page that is rarely needed, as its heading and a line. What is inside stays there, with everything that
 * was typed; a search in the page and a link to it open it.
 */
export function Fold({
  heading,
  title,
  says,
  needed = false,
  waits = false,
  read = false,
  onPhone = false,
  actions,
  name,
  children,
}: FoldProps) {
  const [place] = useState(() => placeOf(name))
  const [open, setOpen] = useState(() => (place === null ? undefined : left.get(place)) ?? waits)
  const id = useId()
  const inside = useRef<HTMLDivElement>(null)
  const narrow = useNarrow()
  const folds = narrow || !onPhone
  const shown = open || needed || !folds
  const words = shown ? 'Свернуть' : read ? 'Показать' : 'Изменить'
  // Once needed it stays open: a field must not disappear at the letter that corrects it.
  useEffect(() => {
    if (needed) setOpen(true)
  }, [needed])
  useEffect(() => {
    if (waits && (place === null || left.get(place) !== false)) setOpen(true)
  }, [waits, place])
  function turn(next: boolean) {
    setOpen(next)
    if (place !== null) left.set(place, next)
  }
  useLayoutEffect(() => {
    if (shown) inside.current?.removeAttribute('hidden')
    else inside.current?.setAttribute('hidden', 'until-found')
  }, [shown])
  // Before it is painted: a link to it may come at once.
  useLayoutEffect(() => {
    const box = inside.current
    if (!box) return
    const find = () => {
      // At once, because the caller then scrolls to it or gives it the focus.
      box.removeAttribute('hidden')
      setOpen(true)
    }
    // A field with a fault must not stay hidden.
    const watcher = new MutationObserver(() => box.querySelector('[aria-invalid="true"]') && find())
    watcher.observe(box, { subtree: true, attributeFilter: ['aria-invalid'] })
    box.addEventListener('beforematch', find)
    return () => {
      watcher.disconnect()
      box.removeEventListener('beforematch', find)
    }
  }, [])
  const inLine = !shown && <p className={styles.says}>{withMoments(says)}</p>
  return (
    <>
      {(heading || folds || actions) && (
        <div className={styles.head}>
          {heading}
          {(folds || actions) && (
            <span className={styles.acts} data-line={onPhone || undefined}>
              {onPhone && inLine}
              {actions}
              {folds && (
                <Button
                  kind="quiet"
                  size="s"
                  aria-expanded={shown}
                  aria-controls={id}
                  aria-label={`${words}: ${title}`}
                  icon={<ChevronDown aria-hidden="true" className={styles.arrow} />}
                  disabled={needed}
                  onClick={() => turn(!open)}
                >
                  {words}
                </Button>
              )}
            </span>
          )}
        </div>
      )}
      {!onPhone && inLine}
      <div id={id} ref={inside}>
        {children}
      </div>
    </>
  )
}
