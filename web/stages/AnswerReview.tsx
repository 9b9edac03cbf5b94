import { AnswerInWords } from './AnswerInWords.tsx'
import type { ReviewProps } from './kind.ts'

/** What a judge sees of an answer whose kind has no look of its own for it. */
export default function AnswerReview({ lines }: ReviewProps) {
  return <AnswerInWords lines={lines} level={2} />
}
