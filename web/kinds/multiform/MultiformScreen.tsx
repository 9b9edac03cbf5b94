import { StageShell } from '#web/kinds/screen/StageShell.tsx'
import type { StageScreenProps } from '#web/stages/kind.ts'
import { flatten } from '#web/stages/stage.ts'
import { useStages } from '#web/stages/use-stages.ts'
import { PartList, type ShownSettings } from './PartList.tsx'

/**
 * All parts of a stage: the state of each, the progress of the whole, and one button that sends all parts that are
 * ready.
 */
export default function MultiformScreen({ competition, track, stageId }: StageScreenProps) {
  const tree = useStages(competition, track)
  return (
    <StageShell stageId={stageId} of={[tree]} loading="Загружаем части…" failed="Части не загрузились">
      {(stage, { stages }) => {
        const whole = flatten(stages).find((each) => each.stage_id === stageId)
        return (
          whole && (
            <PartList
              competition={competition}
              track={track}
              whole={whole}
              settings={stage.settings as ShownSettings}
            />
          )
        )
      }}
    </StageShell>
  )
}
