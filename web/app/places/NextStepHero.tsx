import type { ReactNode } from 'react'
import { quoted } from '#shared/platform/text/quoted.ts'
import { PageHeading } from '#web/platform/navigation/PageHeading.tsx'
import { PortalLink } from '#web/platform/navigation/PortalLink.tsx'
import { ColourField } from '#web/platform/ui/ColourField.tsx'
import { Heading } from '#web/platform/ui/Heading.tsx'
import type { NextStep } from '#web/seasons/competitions/next-step.ts'
import { PathInMiniature } from '#web/stages/StagePath/PathInMiniature.tsx'
import { StageAct } from '#web/stages/StagePath/StageAct.tsx'
import type { StageLinkProps } from '#web/stages/StagePath/StagePath.tsx'
import type { StageNode } from '#web/stages/StagePath/stage-node.ts'
import styles from './NextStepHero.module.css'

interface NextStepHeroProps {
  title: string
  /** «Трек „Бизнес и промышленность“» with its address. */
  track: { title: string; path: string }
  next: NextStep
  nodes: readonly StageNode[]
  now: number
  backdrop: ReactNode
}

/** The competition's picture with the one thing to do now, its deadline and button, and the whole path below. */
export function NextStepHero({ title, track, next, nodes, now, backdrop }: NextStepHeroProps) {
  const { words, act } = said(next, track.path)
  return (
    <ColourField as="section" className={styles.hero} backdrop={backdrop} aria-labelledby="next-step">
      <div className={styles.words}>
        <PageHeading title={title} className={styles.competition} />
        <p className={styles.label}>{words.label}</p>
        <Heading level={2} size="hero" id="next-step" className={styles.title}>
          {words.title}
        </Heading>
        {words.text && <p className={styles.text}>{words.text}</p>}
      </div>
      <StageAct node={act} now={now} link={link} />
      <div className={styles.path}>
        <PathInMiniature nodes={nodes} />
        <p className={styles.more}>
          <PortalLink alone to={track.path}>
            Весь путь трека {quoted(track.title)}
          </PortalLink>
        </p>
      </div>
    </ColourField>
  )
}

const link = ({ href, className, children }: StageLinkProps) => (
  <PortalLink to={href} className={className}>
    {children}
  </PortalLink>
)

interface Said {
  words: { label: string; title: string; text: string | null | undefined }
  act: StageNode
}

/** For a finalist of another competition the path is closed, but no stage was failed. */
const endWords = ({ title, status }: StageNode) =>
  status === 'unavailable_finalist'
    ? { label: 'Ваш путь', title: 'Дальше этот путь закрыт' }
    : { label: `${title}: этап не пройден`, title: 'Продолжить путь нельзя' }

function said({ step, waiting, ahead, missed }: NextStep, trackPath: string): Said {
  if (step)
    return {
      words: { label: 'Ваш следующий шаг', title: step.title, text: step.reason || step.statusText },
      act: step,
    }
  const [checked] = waiting
  const toTrack = { status: 'wait', statusText: '', href: trackPath, actionText: 'К этапам' } as const
  if (ahead)
    return {
      words: {
        label: checked ? 'Мы проверяем то, что вы сдали' : 'Сейчас всё сделано',
        title: `Дальше — ${ahead.title}`,
        text: ahead.opensAt ? null : ahead.reason,
      },
      act: {
        ...toTrack,
        ...ahead,
        href: ahead.href ?? trackPath,
        actionText: ahead.href ? 'Как подготовиться' : 'К этапам',
      },
    }
  if (checked)
    return {
      words: { label: 'Мы проверяем то, что вы сдали', title: checked.title, text: checked.reason },
      act: { ...checked, href: checked.href ?? trackPath },
    }
  if (missed)
    return {
      words: { ...endWords(missed), text: missed.reason },
      act: {
        ...missed,
        until: null,
        href: missed.href ?? trackPath,
        actionText: missed.href ? 'Подробнее' : 'К этапам',
      },
    }
  return {
    words: { label: 'Ваш путь', title: 'Все этапы позади', text: 'Спасибо, что прошли этот путь с нами.' },
    act: { ...toTrack, id: 'track', title: '' },
  }
}
