import { Fragment, type ReactNode } from 'react'
import styles from './Moments.module.css'
import { atMoments, atParts } from './whole-moments.ts'

/**
 * A text whose days and times are not broken at the end of a line, as long as a whole line has room for them. Its
 * letters stay as they are, so that a search finds them.
 */
export function Moments({ text }: { text: string }) {
  const words = atMoments(text)
  if (words.length === 1) return text
  // One element: in a row of a flexible box the words before and after a moment stay in its line.
  return (
    <span>
      {everySecond(words, (moment) => (
        <span className={styles.kept}>
          <span className={styles.moment}>
            {everySecond(atParts(moment), (part) => (
              <span className={styles.part}>{part}</span>
            ))}
          </span>
        </span>
      ))}
    </span>
  )
}

const everySecond = (words: readonly string[], inside: (words: string) => ReactNode) =>
  words.map((each, place) => {
    const key = `${place} ${each}`
    return <Fragment key={key}>{place % 2 === 0 ? each : inside(each)}</Fragment>
  })

/** Moments in a text; any other content stays as it is. */
export const withMoments = (words: ReactNode): ReactNode =>
  typeof words === 'string' ? <Moments text={words} /> : words
