import { Notice } from '#web/platform/ui/Notice.tsx'
import type { StageDetails } from '#web/stages/queries.ts'

/** The refusal or the return of the requested track, with the remarks; nothing otherwise. */
export function NotApproved({ stage: { decision, remarks } }: { stage: StageDetails }) {
  if (decision?.outcome !== 'failed' && decision?.outcome !== 'returned') return null
  const returned = decision.outcome === 'returned'
  return (
    <Notice tone="warning" title={returned ? 'Выбор возвращён на доработку' : 'Трек, который вы выбирали, не одобрен'}>
      {[decision.reason, ...remarks.map(({ text }) => text)].filter(Boolean).map((text) => (
        <p key={text}>{text}</p>
      ))}
    </Notice>
  )
}
