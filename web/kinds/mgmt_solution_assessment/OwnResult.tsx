import { Card } from '#web/platform/ui/Card.tsx'
import { Heading } from '#web/platform/ui/Heading.tsx'
import { pointsInWords } from '#web/review/judging/points-in-words.ts'
import styles from './Peer.module.css'
import type { PeerPage } from './queries.ts'

/** The marks of the person's own work, and the comments of the people who assessed it. */
export function OwnResult({ result }: { result: NonNullable<PeerPage['result']> }) {
  const { words, raw, balanced, comments } = result
  // Two people may have written the same comment.
  const said = [...new Set(comments)]
  return (
    <Card as="section" className={styles.result}>
      <Heading level={2} size={3}>
        Как оценили вашу работу
      </Heading>
      <p>{words}</p>
      {raw !== balanced && <p className={styles.quiet}>Средняя без выравнивания — {pointsInWords(raw)}.</p>}
      {said.length > 0 && (
        <>
          <Heading level={3} size={4}>
            Что вам написали
          </Heading>
          <ul className={styles.comments}>
            {said.map((comment) => (
              <li key={comment}>{comment}</li>
            ))}
          </ul>
        </>
      )}
    </Card>
  )
}
