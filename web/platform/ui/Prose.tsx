import { type ComponentPropsWithRef, useLayoutEffect, useRef } from 'react'
import type { CleanHtml } from '#web/platform/html/sanitise.ts'
import styles from './Prose.module.css'

type ProseProps = Omit<ComponentPropsWithRef<'div'>, 'dangerouslySetInnerHTML' | 'ref'> & {
  /** Cleaned HTML from SafeHtml; otherwise pass children. */
  html?: CleanHtml
  /** A piece of a line, such as a formula. */
  inline?: boolean
}

/** Text written by an editor. */
export function Prose({ html, inline = false, className = '', ...rest }: ProseProps) {
  const box = useRef<HTMLDivElement>(null)
  // The words of a picture are put beside it and are shown when pictures are switched off.
  // biome-ignore lint/correctness/useExhaustiveDependencies: new text brings new pictures
  useLayoutEffect(() => {
    for (const image of box.current?.querySelectorAll('img[alt]') ?? []) {
      if (!image.getAttribute('alt') || image.nextElementSibling?.className === 'image-words') continue
      const words = document.createElement('span')
      words.className = 'image-words'
      words.textContent = image.getAttribute('alt')
      image.after(words)
    }
  }, [html])
  const inner = html === undefined ? {} : { dangerouslySetInnerHTML: { __html: html } }
  if (inline) return <span {...inner} className={className} />
  return <div {...rest} {...inner} ref={box} className={`${styles.prose} ${className}`} />
}
