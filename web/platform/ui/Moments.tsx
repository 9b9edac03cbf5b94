import { Fragment, type ReactNode } from 'react'
import styles from './Moments.module.css'
import { atMoments, atParts } from './whole-moments.ts'

/**
 * A text whose days and times do not part at the end of a line, as long as a whole line has room for them. Its letters stay as
 * they are, so that a search finds them.
 */
export function Moments({ text }: { text: string }) {
  const words = atMoments(text)
  if (words.length === 1) return text
  return everySecond(words, styles.moment, (moment) => everySecond(atParts(moment), styles.part, (part) => part))
}

const everySecond = (words: readonly string[], className: string | undefined, inside: (words: string) => ReactNode) =>
  words.map((each, place) => {
    const key = `${place} ${each}`
    return place % 2 === 0 ? (
      <Fragment key={key}>{each}</Fragment>
    ) : (
      <span key={key} className={className}>
        {inside(each)}
      </span>
    )
  })

/** The same for words that may also be something else. */
export const withMoments = (words: ReactNode): ReactNode =>
  typeof words === 'string' ? <Moments text={words} /> : words
