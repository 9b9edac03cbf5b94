import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { StageShell } from '#web/kinds/screen/StageShell.tsx'
import type { StageScreenProps } from '#web/stages/kind.ts'
import { PeerOverview } from './PeerOverview.tsx'
import { peerQuery } from './queries.ts'
import { TaskPage } from './TaskPage.tsx'

/** Works of others to assess, one by one, and the result of the person's own work. */
export default function PeerScreen({ stageId }: StageScreenProps) {
  const page = useQuery(peerQuery(stageId))
  const [taskId, setTaskId] = useState<number | null>(null)
  return (
    <StageShell
      stageId={stageId}
      of={[page]}
      loading="Загружаем работы…"
      failed="Работы не загрузились"
      ownHead={taskId !== null}
    >
      {(stage, peer) =>
        taskId === null ? (
          <PeerOverview stage={stage} peer={peer} onTask={setTaskId} />
        ) : (
          <TaskPage key={taskId} stageId={stageId} taskId={taskId} peer={peer} onTask={setTaskId} />
        )
      }
    </StageShell>
  )
}
