import type { ReactNode } from 'react'
import styles from './Frame.module.css'

/** The login, registration and recovery pages: the competition's words on its field, the form on paper. */
interface EntranceSlots {
  kind: 'entrance'
  brand: ReactNode
  slogan: ReactNode
  lead?: ReactNode
  background: ReactNode
  /** The person is past the first words: on a phone the field keeps only the sign. */
  small?: boolean | undefined
  /** The form; it contains the page's h1. */
  children: ReactNode
}

/** A page for logged-in people: header, content, footer. */
interface PageSlots {
  kind: 'page'
  header: ReactNode
  footer: ReactNode
  children: ReactNode
}

export type FrameSlots = EntranceSlots | PageSlots

interface Composition {
  slots: FrameSlots
  /** Classes of the look: entrance, field, words, paper; page, top, main, foot. All are optional. */
  styles: Record<string, string>
  /** The background fills the whole entrance, with the form as a card on it; otherwise it fills only the field. */
  whole?: boolean
  /** Header, footer or both are on the field and have its colours. */
  onField?: 'top' | 'foot' | 'both'
  /** Drawn behind the content of a page. */
  ground?: ReactNode
}

/** The frame of all pages. A look decides how its parts are placed; on a phone they are always one below another. */
export function Frame({ slots, styles: own, whole = false, onField, ground }: Composition) {
  const part = (name: string, more = '') => [styles[name], own[name], more].filter(Boolean).join(' ')
  if (slots.kind === 'entrance') {
    // After what it lies under: a slow phone draws the page while it arrives, and each word would push the drawing down.
    const art = (
      <div className={styles.art} aria-hidden="true" data-decoration>
        {slots.background}
      </div>
    )
    const ink = styles.ink ?? ''
    return (
      <div
        className={part('entrance', whole ? `${styles.whole} ${ink}` : '')}
        data-field={whole || undefined}
        data-small={slots.small || undefined}
      >
        <header className={part('field', whole ? '' : ink)} data-field={!whole || undefined}>
          {slots.brand}
          <div className={part('words')}>
            <p className={styles.slogan}>{slots.slogan}</p>
            {slots.lead && <p className={styles.lead}>{slots.lead}</p>}
          </div>
          {!whole && art}
        </header>
        <main id="main" className={part('paper')} tabIndex={-1}>
          <div className={styles.form}>{slots.children}</div>
        </main>
        {whole && art}
      </div>
    )
  }
  const band = (place: 'top' | 'foot') => (onField === place || onField === 'both' ? styles.onField : '')
  return (
    <div className={part('page')}>
      {ground && (
        <div className={part('ground')} aria-hidden="true" data-decoration>
          {ground}
        </div>
      )}
      <div className={part('top', band('top'))}>{slots.header}</div>
      <main id="main" className={part('main')} tabIndex={-1}>
        {slots.children}
      </main>
      <div className={part('foot', band('foot'))}>{slots.footer}</div>
    </div>
  )
}
