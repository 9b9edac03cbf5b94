import type { StageScreenProps } from '#web/stages/kind.ts'
import { StageShell } from '#web/stages/StageShell.tsx'
import { flatten } from '#web/stages/stage.ts'
import { useStages } from '#web/stages/use-stages.ts'
import { PartList, type ShownSettings } from './PartList.tsx'

/** All parts of a stage: how each stands, how far the whole has come, and one button that sends what is ready. */
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
