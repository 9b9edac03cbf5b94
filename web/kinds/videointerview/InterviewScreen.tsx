import { useQuery } from '@tanstack/react-query'
import { parseWire, showMoscowTime } from '#shared/platform/time/moscow.ts'
import { StageResult } from '#web/kinds/screen/StageResult.tsx'
import { StageShell } from '#web/kinds/screen/StageShell.tsx'
import { Card } from '#web/platform/ui/Card.tsx'
import { EmptyState } from '#web/platform/ui/EmptyState.tsx'
import { Heading } from '#web/platform/ui/Heading.tsx'
import { Moments } from '#web/platform/ui/Moments.tsx'
import { Prose } from '#web/platform/ui/Prose.tsx'
import { VideoPlayer } from '#web/platform/ui/VideoPlayer.tsx'
import type { StageScreenProps } from '#web/stages/kind.ts'
import { handInWork, type StageDetails } from '#web/stages/queries.ts'
import { StageOver } from '#web/stages/StageOver.tsx'
import { useHandIn } from '#web/stages/use-hand-in.ts'
import styles from './Interview.module.css'
import { InterviewRoom } from './InterviewRoom.tsx'
import { type Interview, interviewQuery, openOwnTake } from './interview-queries.ts'
import { SendingNotice } from './SendingNotice.tsx'
import { useTakes } from './use-takes.ts'

/** Recording the answers; afterwards what was handed in. */
export default function InterviewScreen(place: StageScreenProps) {
  const { stageId } = place
  const interview = useQuery(interviewQuery(stageId))
  const handIn = useHandIn<Record<string, number>>({
    stageId,
    send: (chosen, key) => handInWork(stageId, { data: { chosen }, form_version: 0 }, key),
  })
  const done = handIn.data !== undefined
  return (
    <StageShell
      stageId={stageId}
      of={[interview]}
      loading="Загружаем интервью…"
      failed="Интервью не загрузилось"
      receiptFollows
    >
      {(stage, page) => {
        if (page.questions.length === 0)
          return <EmptyState title="Интервью ещё готовится">Организаторы скоро добавят вопросы.</EmptyState>
        if (page.open && !done) return <InterviewRoom interview={page} handIn={handIn} />
        return <Closed place={place} stage={stage} interview={page} fresh={done} />
      }}
    </StageShell>
  )
}

interface ClosedProps {
  place: StageScreenProps
  stage: StageDetails
  interview: Interview
  fresh: boolean
}

/** Nothing more is recorded: what was handed in, or what is still on its way from this browser. */
function Closed({ place, stage, interview, fresh }: ClosedProps) {
  const { sending, lasting } = useTakes(interview)
  const until = interview.upload_until && parseWire(interview.upload_until)
  const arriving = stage.status === 'timeover' && interview.may_upload
  return (
    <>
      {arriving && (
        <SendingNotice
          sending={sending}
          lasting={lasting}
          recording={false}
          until={until ? showMoscowTime(until) : null}
        />
      )}
      {stage.receipt || fresh ? (
        <StageResult {...place} stage={stage} title={fresh ? 'Интервью принято' : 'Интервью сдано'} fresh={fresh}>
          <Answers interview={interview} />
        </StageResult>
      ) : (
        <>
          {arriving && until && (
            <p>
              То, что вы записали до окончания этапа, принимается до <Moments text={showMoscowTime(until)} /> и сдаётся
              само.
            </p>
          )}
          <StageOver {...place} stage={stage} hasDraft={interview.questions.some(({ chosen }) => chosen !== null)} />
          <Answers interview={interview} />
        </>
      )}
    </>
  )
}

function Answers({ interview }: { interview: Interview }) {
  const answered = interview.questions.filter(({ chosen, text }) => chosen !== null && text !== null)
  if (answered.length === 0) return null
  return (
    <section className={styles.answers} aria-labelledby="own-answers">
      <Heading level={2} id="own-answers">
        Ваши ответы
      </Heading>
      {answered.map(({ question, text, chosen }) => (
        <Card key={question} className={styles.card}>
          <Prose>{text ?? ''}</Prose>
          <VideoPlayer label={text ?? ''} open={() => openOwnTake(chosen ?? 0)} />
        </Card>
      ))}
    </section>
  )
}
