import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { humanReadable } from '#shared/forms/fields/answer.ts'
import { EmptyState } from '#web/platform/ui/EmptyState.tsx'
import { Heading } from '#web/platform/ui/Heading.tsx'
import { AnswerInWords } from '#web/stages/AnswerInWords.tsx'
import type { StageScreenProps } from '#web/stages/kind.ts'
import { leftDraftQuery, type StageDetails, type WorkPage } from '#web/stages/queries.ts'
import { StageOver } from '#web/stages/StageOver.tsx'
import { useStageWork } from '#web/stages/use-stage-work.ts'
import { WorkEditor } from '#web/stages/WorkEditor.tsx'
import type { WorkLook } from '#web/stages/work-screen.ts'
import { StageResult } from './StageResult.tsx'
import { StageShell } from './StageShell.tsx'

/** The screen of a kind with a form: the editor, and after the hand-in its content and status. */
export function WorkScreen<Settings>({ look, ...place }: StageScreenProps & { look: WorkLook<Settings> }) {
  const work = useStageWork(place.stageId)
  const { words, Task } = look
  return (
    <StageShell stageId={place.stageId} of={[work.page]} loading={words.loading} failed={words.failed} receiptFollows>
      {(stage, page) => {
        // The server has checked them with the schema of the kind.
        const settings = stage.settings as Settings
        const done = work.handIn.data !== undefined
        if (done || page.read_only)
          return (
            <HandedInWork {...place} look={look} stage={stage} page={page} fresh={done}>
              {Task && <Task settings={settings} />}
            </HandedInWork>
          )
        if (page.form.sections.length === 0)
          return <EmptyState title={words.notReady}>Организаторы скоро опубликуют вопросы. Загляните позже.</EmptyState>
        return (
          <WorkEditor
            key={page.form.version}
            competition={place.competition}
            look={look}
            settings={settings}
            stage={stage}
            page={page}
            work={work}
          />
        )
      }}
    </StageShell>
  )
}

interface HandedInWorkProps<Settings> extends StageScreenProps {
  look: WorkLook<Settings>
  stage: StageDetails
  page: WorkPage
  /** Just handed in. */
  fresh: boolean
  children: ReactNode
}

/** The stage accepts nothing now: the hand-in can be read, and a draft that was not handed in is marked as such. */
function HandedInWork<Settings>({ look, stage, page, fresh, children, ...place }: HandedInWorkProps<Settings>) {
  const { words, Review = AnswerInWords } = look
  const usual = stage.status === 'timeover' ? 'Редакция, сданная раньше' : words.handedIn
  // After another hand-in the page still has the previous one until it is loaded again.
  const shown = page.handed_in?.receipt_number === stage.receipt?.number ? page.handed_in : null
  return (
    <StageResult {...place} stage={stage} title={fresh ? words.taken : usual} fresh={fresh}>
      {shown && (
        <section>
          <Heading level={2}>{words.answers}</Heading>
          <Review lines={shown.human_readable} />
        </section>
      )}
      {!fresh && !page.handed_in && <NotHandedIn {...place} look={look} stage={stage} page={page} />}
      {children}
    </StageResult>
  )
}

interface NotHandedInProps {
  competition: string
  track: string
  look: Pick<WorkLook<never>, 'words' | 'Review'>
  stage: StageDetails
  page: WorkPage
}

function NotHandedIn({ look: { words, Review = AnswerInWords }, stage, page, ...place }: NotHandedInProps) {
  const { data } = useQuery(leftDraftQuery(page.stage_id))
  const lines = data ? humanReadable(page.form, data.draft, page.dictionaries) : []
  return (
    <>
      {stage.status === 'success' ? (
        <EmptyState title={words.notNeeded}>{words.notNeededAdvice}</EmptyState>
      ) : (
        <StageOver {...place} stage={stage} hasDraft={lines.length > 0} />
      )}
      {lines.length > 0 && (
        <section>
          <Heading level={2}>Черновик, который не был сдан</Heading>
          <Review lines={lines} />
        </section>
      )}
    </>
  )
}
