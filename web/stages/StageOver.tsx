import { PortalLink } from '#web/platform/navigation/PortalLink.tsx'
import { Card } from '#web/platform/ui/Card.tsx'
import { Heading } from '#web/platform/ui/Heading.tsx'
import type { StageDetails } from './queries.ts'
import { NextStageLink } from './StageOutcome.tsx'
import styles from './StageOver.module.css'

interface StageOverProps {
  competition: string
  track: string
  stage: StageDetails
  /** There is a draft that was not handed in. */
  hasDraft: boolean
}

/** A stage without a hand-in at which none is possible any more: what happened, and what is possible now. */
export function StageOver({ competition, track, stage, hasDraft }: StageOverProps) {
  const { title, text, help } = said(stage, hasDraft)
  return (
    <Card as="section" className={styles.over} aria-labelledby="stage-over">
      <Heading level={2} id="stage-over">
        {title}
      </Heading>
      <p>{text}</p>
      <Heading level={3} size={4}>
        Что можно сделать сейчас
      </Heading>
      <NextStageLink competition={competition} track={track} next={stage.next} />
      <p>{help}</p>
      <p>
        <PortalLink alone to={`/${competition}/support`}>
          Написать в поддержку
        </PortalLink>
      </p>
    </Card>
  )
}

function said({ status, reason }: StageDetails, hasDraft: boolean) {
  if (status === 'timeover')
    return {
      title: 'Приём закончился',
      text: `${sentence(reason)}${hasDraft ? ' То, что вы успели написать, сохранено и видно только вам: оно ниже.' : ''}`,
      help: 'Если сдать вовремя помешали болезнь, авария или сбой, расскажите об этом: организаторы могут продлить вам срок.',
    }
  return {
    title: 'Сейчас этот этап для вас закрыт',
    text: sentence(reason),
    help: 'Если вы считаете это ошибкой, напишите нам.',
  }
}

/** The server's reason has no full stop at its end. */
const sentence = (reason: string) => (/[.!?]$/.test(reason) ? reason : `${reason}.`)
