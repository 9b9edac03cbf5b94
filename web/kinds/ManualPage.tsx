import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { stagePath } from '#shared/stages/addresses.ts'
import { session } from '#web/platform/api/portal-api.ts'
import { PageHeading } from '#web/platform/navigation/PageHeading.tsx'
import { PortalLinkButton } from '#web/platform/navigation/PortalLink.tsx'
import { Prose } from '#web/platform/ui/Prose.tsx'
import { QueryStates } from '#web/platform/ui/QueryStates.tsx'
import { rememberManual } from '#web/stages/manual-seen.ts'
import { stageQuery } from '#web/stages/queries.ts'
import { stageOfAddress } from '#web/stages/stage.ts'
import { useStageAddress, useStageType } from '#web/stages/use-stage-address.ts'
import { useStages } from '#web/stages/use-stages.ts'
import { StageMenu } from './StageMenu.tsx'
import styles from './StagePage.module.css'

/** The instructions of a stage: shown automatically before the first visit, later by a link. */
export function ManualPage() {
  const { competition, track, stage: code } = useStageAddress()
  const type = useStageType()
  const { data } = useStages(competition, track)
  const stage = data ? stageOfAddress(data.stages, type, code) : null
  const details = useQuery({ ...stageQuery(stage?.stage_id ?? 0), enabled: stage !== null })
  const stageId = stage?.stage_id
  useEffect(() => {
    const testId = session.claims()?.test_id
    if (testId !== undefined && stageId !== undefined) rememberManual(testId, stageId)
  }, [stageId])
  const next = stage && <PortalLinkButton to={stagePath(competition, track, stage)}>Перейти к этапу</PortalLinkButton>
  return (
    <article className={styles.manual}>
      {data && stage && <StageMenu stages={data.stages} current={stage.code} competition={competition} track={track} />}
      <PageHeading title={stage ? `Инструкция: ${stage.title}` : 'Инструкция'} />
      <QueryStates of={[details]} loading="Загружаем инструкцию" failed="Не удалось загрузить инструкцию">
        {({ manual }) => (
          <>
            <Prose className={styles.text}>{manual || 'Для этого этапа инструкции нет.'}</Prose>
            <p>{next}</p>
          </>
        )}
      </QueryStates>
    </article>
  )
}
