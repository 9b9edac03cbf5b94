import { AnswerInWords } from './AnswerInWords.tsx'
import type { ReviewProps } from './kind.ts'

/** What the preview shows of an answer whose kind has no view of its own. */
export default function AnswerReview({ lines }: ReviewProps) {
  return <AnswerInWords lines={lines} level={2} />
}
