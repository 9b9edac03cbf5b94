import { Suspense } from 'react'
import { stagePath, trackPath } from '#shared/stages/addresses.ts'
import { lateViewOf } from '#web/platform/navigation/late-view.tsx'
import { usePageTitle } from '#web/platform/navigation/PageHeading.tsx'
import { PortalLink } from '#web/platform/navigation/PortalLink.tsx'
import { Breadcrumbs } from '#web/platform/ui/Breadcrumbs.tsx'
import { EmptyState } from '#web/platform/ui/EmptyState.tsx'
import { Skeleton } from '#web/platform/ui/Skeleton.tsx'
import { useCompetition } from '#web/seasons/competitions/queries.ts'
import { Disqualification } from '#web/stages/Disqualification.tsx'
import { codeOfAddress, stageOfAddress } from '#web/stages/stage.ts'
import { useStageAddress } from '#web/stages/use-stage-address.ts'
import { useStages } from '#web/stages/use-stages.ts'
import { screenOf } from './kinds.ts'
import { PartNav } from './PartNav.tsx'
import { StageMenu } from './StageMenu.tsx'
import styles from './StagePage.module.css'

/** One stage, or a part of it: breadcrumbs, a link to its instructions, and the screen of its kind. */
export function StagePage({ type }: { type: string }) {
  const address = useStageAddress()
  const { competition, track } = address
  const code = codeOfAddress(address)
  const title = useCompetition()?.title ?? ''
  const { data } = useStages(competition, track)
  const stage = data ? stageOfAddress(data.stages, type, code) : null
  const part = stage?.childs.find(({ code: own }) => own === address.form) ?? null
  const shown = part ?? stage
  usePageTitle(shown?.title ?? 'Этап')
  const screen = screenOf(shown?.type ?? type, shown?.code ?? '')
  const Screen = screen && lateViewOf(screen)
  if (!stage || !shown) return <Skeleton lines={8} label="Открываем этап" />
  return (
    <>
      {data && <StageMenu stages={data.stages} current={stage.code} competition={competition} track={track} />}
      <div className={styles.top}>
        <Breadcrumbs
          crumbs={[
            { title, href: `/${competition}` },
            { title: 'Этапы', href: `${trackPath(competition, track)}#${stage.code}` },
            ...(part ? [{ title: stage.title, href: stagePath(competition, track, stage) }] : []),
            { title: shown.title },
          ]}
          link={({ title: words, href }) => {
            const [to = '', hash] = href.split('#')
            return (
              <PortalLink to={to} {...(hash ? { hash } : {})}>
                {words}
              </PortalLink>
            )
          }}
        />
        {shown.extra_data.has_manual && (
          <PortalLink alone to={`${stagePath(competition, track, shown)}/manual`}>
            Инструкция
          </PortalLink>
        )}
      </div>
      {data?.disqualification && (
        <div className={styles.news}>
          <Disqualification of={data.disqualification} />
        </div>
      )}
      {part && <PartNav competition={competition} track={track} whole={stage} part={part} />}
      {Screen ? (
        <Suspense fallback={<Skeleton lines={8} label="Открываем этап" />}>
          <Screen key={shown.stage_id} competition={competition} track={track} stageId={shown.stage_id} />
        </Suspense>
      ) : (
        <EmptyState title="Этот этап готовится">Мы сообщим, когда он откроется.</EmptyState>
      )}
    </>
  )
}
