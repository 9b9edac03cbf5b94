import { useMutation, useQuery } from '@tanstack/react-query'
import { StageShell } from '#web/kinds/screen/StageShell.tsx'
import { showBanner } from '#web/platform/messages/banner.ts'
import { failureText } from '#web/platform/messages/failure-text.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { EmptyState } from '#web/platform/ui/EmptyState.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import styles from '#web/programme/lessons/Lesson.module.css'
import { LessonAuthors } from '#web/programme/lessons/LessonAuthors.tsx'
import { LessonCancelled } from '#web/programme/lessons/LessonCancelled.tsx'
import { LessonWay } from '#web/programme/lessons/LessonWay.tsx'
import { downloadCertificate, ownLessonQuery } from '#web/programme/lessons/queries.ts'
import type { StageScreenProps } from '#web/stages/kind.ts'
import { flatten } from '#web/stages/stage.ts'
import { useStages } from '#web/stages/use-stages.ts'

/** One page with the state of a lesson and its next step. */
export default function PublicLessonScreen({ competition, track, stageId }: StageScreenProps) {
  const tree = useStages(competition, track)
  const own = useQuery(ownLessonQuery(stageId))
  return (
    <StageShell stageId={stageId} of={[tree, own]} loading="Загружаем урок…" failed="Урок не загрузился">
      {(stage, { stages }, lesson) => {
        const whole = flatten(stages).find((each) => each.stage_id === stageId)
        const plan = whole?.childs.find(({ type }) => type === 'lesson_plan')
        const report = whole?.childs.find(({ type }) => type === 'lesson_report')
        if (!whole || !plan || !report)
          return <EmptyState title="Этап ещё готовится">Организаторы скоро его откроют. Загляните позже.</EmptyState>
        return (
          <div className={styles.page}>
            {(stage.status === 'available' || stage.status === 'in_progress') && <p>{stage.reason}</p>}
            {lesson.certificate && <Certificate stageId={stageId} />}
            <LessonWay
              competition={competition}
              track={track}
              whole={whole}
              plan={plan}
              report={report}
              lesson={lesson.lesson}
            />
            <LessonAuthors stageId={stageId} lesson={lesson} />
            <LessonCancelled stageId={stageId} lesson={lesson} />
          </div>
        )
      }}
    </StageShell>
  )
}

function Certificate({ stageId }: { stageId: number }) {
  const loading = useMutation({
    mutationFn: () => downloadCertificate(stageId),
    onError: (error) => showBanner(failureText(error)),
  })
  return (
    <Notice
      tone="success"
      title="Урок принят. Спасибо!"
      actions={
        <Button kind="secondary" size="s" pending={loading.isPending} onClick={() => loading.mutate()}>
          Скачать благодарность
        </Button>
      }
    />
  )
}
