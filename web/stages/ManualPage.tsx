import { useQuery } from '@tanstack/react-query'
import { useMatches, useParams } from '@tanstack/react-router'
import { useEffect } from 'react'
import { session } from '#web/platform/api/portal-api.ts'
import { failureText } from '#web/platform/messages/failure-text.ts'
import { PageHeading } from '#web/platform/navigation/PageHeading.tsx'
import { PortalLinkButton } from '#web/platform/navigation/PortalLink.tsx'
import { Button } from '#web/platform/ui/Button.tsx'
import { EmptyState } from '#web/platform/ui/EmptyState.tsx'
import { Prose } from '#web/platform/ui/Prose.tsx'
import { Skeleton } from '#web/platform/ui/Skeleton.tsx'
import { manualSeenKey } from './manual-seen.ts'
import { stageQuery } from './queries.ts'
import { StageMenu } from './StageMenu.tsx'
import styles from './StagePage.module.css'
import { stageOfAddress, stagePath } from './stage.ts'
import { useStages } from './use-stages.ts'

/** The instructions of a stage; shown once by itself before the first visit, later by the link. */
export function ManualPage() {
  const {
    competition = '',
    track = '',
    stage: code,
  } = useParams({ strict: false }) as Record<string, string | undefined>
  const name = useMatches({ select: (matches) => matches.at(-1)?.staticData.name ?? '' })
  const type = name.replace('competition-track-stages-', '').replace('-manual', '')
  const { data } = useStages(competition, track)
  const stage = data ? stageOfAddress(data.stages, type, code) : null
  const details = useQuery({ ...stageQuery(stage?.stage_id ?? 0), enabled: stage !== null })
  const stageId = stage?.stage_id
  useEffect(() => {
    const testId = session.claims()?.test_id
    if (testId !== undefined && stageId !== undefined) localStorage.setItem(manualSeenKey(testId, stageId), '1')
  }, [stageId])
  const next = stage && <PortalLinkButton to={stagePath(competition, track, stage)}>Перейти к этапу</PortalLinkButton>
  return (
    <article className={styles.manual}>
      {data && stage && <StageMenu stages={data.stages} current={stage.code} competition={competition} track={track} />}
      <PageHeading title={stage ? `Инструкция: ${stage.title}` : 'Инструкция'} />
      {details.isError ? (
        <EmptyState
          kind="failed"
          title="Не удалось загрузить инструкцию"
          action={<Button onClick={() => details.refetch()}>Повторить</Button>}
        >
          {failureText(details.error)}
        </EmptyState>
      ) : !details.data ? (
        <Skeleton lines={8} label="Загружаем инструкцию" />
      ) : (
        <>
          <Prose className={styles.text}>{details.data.manual || 'Для этого этапа инструкции нет.'}</Prose>
          <p>{next}</p>
        </>
      )}
    </article>
  )
}
