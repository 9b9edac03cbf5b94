import { Disclosure } from '#web/platform/ui/Disclosure.tsx'
import styles from './ConsentTerms.module.css'

interface ConsentTermsProps {
  title: string
  purpose: string
  term?: string | undefined
  text: string
  /** The words that open the text; they name the document for screen readers. */
  read?: string
  /** The text is shown from the start: the person has not seen it yet. */
  open?: boolean
}

/** What a consent is for and how long it lasts, in a sentence each; the whole text can be opened. */
export function ConsentTerms({
  title,
  purpose,
  term,
  text,
  read = 'Прочитать текст полностью',
  open,
}: ConsentTermsProps) {
  return (
    <div className={styles.terms}>
      <dl className={styles.lines}>
        {purpose && (
          <div>
            <dt>Зачем</dt>
            <dd>{purpose}</dd>
          </div>
        )}
        <div>
          <dt>Сколько действует</dt>
          <dd>{term || 'Пока вы его не отзовёте в профиле'}</dd>
        </div>
      </dl>
      <Disclosure open={open} says={read}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling text must be reachable by keyboard */}
        <section className={styles.text} tabIndex={0} aria-label={`Текст: ${title}`}>
          {text}
        </section>
      </Disclosure>
    </div>
  )
}
