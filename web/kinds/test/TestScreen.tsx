import { useQuery, useQueryClient } from '@tanstack/react-query'
import { StageShell } from '#web/kinds/screen/StageShell.tsx'
import type { StageScreenProps } from '#web/stages/kind.ts'
import { renewStage } from '#web/stages/use-hand-in.ts'
import { BeforeTest } from './BeforeTest.tsx'
import { questionsIn, testQuery } from './queries.ts'
import { TestAfter } from './TestAfter.tsx'
import { TestElsewhere } from './TestElsewhere.tsx'
import { TestRunning } from './TestRunning.tsx'
import { TestStart } from './TestStart.tsx'

/** A test under a clock: before it, in it, on another device, and after it. */
export default function TestScreen({ competition, track, stageId }: StageScreenProps) {
  const queries = useQueryClient()
  const test = useQuery(testQuery(stageId))
  const renew = () => {
    void queries.invalidateQueries({ queryKey: testQuery(stageId).queryKey })
    renewStage(queries, stageId)
  }
  return (
    <StageShell
      stageId={stageId}
      of={[test]}
      loading="Загружаем тест…"
      failed="Тест не загрузился"
      receiptFollows
      before={<BeforeTest />}
    >
      {(stage, page) => {
        const { attempt, receipt, if_begun: ifBegun } = page
        if (attempt && attempt.state !== 'finished')
          return attempt.here ? (
            <TestRunning
              key={attempt.number}
              stageId={stageId}
              page={page}
              attempt={attempt}
              questions={questionsIn(attempt.sections)}
              onChanged={renew}
            />
          ) : (
            <TestElsewhere stageId={stageId} attempt={attempt} onTaken={renew} />
          )
        if (ifBegun) return <TestStart stage={stage} ifBegun={ifBegun} onBegun={renew} />
        return (
          <TestAfter
            competition={competition}
            track={track}
            stage={stage}
            ending={attempt !== null && receipt === null}
            onLook={renew}
          />
        )
      }}
    </StageShell>
  )
}
