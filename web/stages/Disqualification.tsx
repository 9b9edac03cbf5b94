import { Notice } from '#web/platform/ui/Notice.tsx'
import type { useStages } from './use-stages.ts'

type Stages = NonNullable<ReturnType<typeof useStages>['data']>

/** Why a person no longer takes part, above everything else that they may read. */
export function Disqualification({ of }: { of: Stages['disqualification'] | undefined }) {
  if (!of) return null
  return (
    <Notice tone="danger" title={of.infoblock.title}>
      {of.infoblock.text}
    </Notice>
  )
}
