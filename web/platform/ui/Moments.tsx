import { Fragment, type ReactNode } from 'react'
import styles from './Moments.module.css'
import { atMoments, boundMoments } from './whole-moments.ts'

/** A text whose days and times do not part at the end of a line, as long as a whole line has room for them. */
export function Moments({ text }: { text: string }) {
  const parts = atMoments(text)
  if (parts.length === 1) return text
  return parts.map((words, place) => {
    const key = `${place} ${words}`
    return place % 2 === 0 ? (
      <Fragment key={key}>{words}</Fragment>
    ) : (
      <span key={key} className={styles.moment}>
        {boundMoments(words)}
      </span>
    )
  })
}

/** The same for words that may also be something else. */
export const withMoments = (words: ReactNode): ReactNode =>
  typeof words === 'string' ? <Moments text={words} /> : words
