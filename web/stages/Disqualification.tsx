import { Notice } from '#web/platform/ui/Notice.tsx'
import type { useStages } from './use-stages.ts'

type Stages = NonNullable<ReturnType<typeof useStages>['data']>

/** Why somebody takes part no more; it stands above whatever he still may read. */
export function Disqualification({ of }: { of: Stages['disqualification'] | undefined }) {
  if (!of) return null
  return (
    <Notice tone="danger" title={of.infoblock.title}>
      {of.infoblock.text}
    </Notice>
  )
}
