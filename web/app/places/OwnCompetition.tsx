import { trackPath } from '#shared/stages/addresses.ts'
import { stageNode } from '#web/kinds/stage-node.ts'
import { serverNow } from '#web/platform/api/server-clock.ts'
import { AnyLink } from '#web/platform/navigation/AnyLink.tsx'
import { PortalLink } from '#web/platform/navigation/PortalLink.tsx'
import { Card } from '#web/platform/ui/Card.tsx'
import { EmptyState } from '#web/platform/ui/EmptyState.tsx'
import { Heading } from '#web/platform/ui/Heading.tsx'
import { Moments } from '#web/platform/ui/Moments.tsx'
import { QueryStates } from '#web/platform/ui/QueryStates.tsx'
import { EventsLink } from '#web/programme/bookings/EventsLink.tsx'
import { nextStep } from '#web/seasons/competitions/next-step.ts'
import type { Competition, Track } from '#web/seasons/competitions/queries.ts'
import { LookDrawing } from '#web/seasons/themes/LookDrawing.tsx'
import { lookOf } from '#web/seasons/themes/themes.ts'
import { Disqualification } from '#web/stages/Disqualification.tsx'
import { momentInWords } from '#web/stages/StagePath/deadline.ts'
import type { StageNode } from '#web/stages/StagePath/stage-node.ts'
import { useStages } from '#web/stages/use-stages.ts'
import styles from './CompetitionPage.module.css'
import { NextStepHero } from './NextStepHero.tsx'

interface OwnCompetitionProps {
  competition: Competition
  /** The code of the person's own track. */
  track: string
  tracks: readonly Track[]
}

/** The competition for somebody who takes part: the next step first, then what else is open, events and news. */
export function OwnCompetition({ competition, track, tracks }: OwnCompetitionProps) {
  const query = useStages(competition.code, track)
  const own = tracks.find(({ code }) => code === track)
  return (
    <div className={styles.page}>
      <Disqualification of={query.data?.disqualification} />
      <QueryStates of={[query]} loading="Загружаем этапы" failed="Не удалось загрузить этапы" lines={10}>
        {({ stages }) => {
          if (stages.length === 0)
            return (
              <EmptyState title="Этапы ещё не объявлены">
                Мы пришлём уведомление, когда программа будет готова.
              </EmptyState>
            )
          const nodes = stages.map((stage) => stageNode(stage, competition.code, track, stages))
          const next = nextStep(nodes)
          return (
            <>
              <NextStepHero
                title={competition.title}
                track={{ title: own?.title ?? '', path: trackPath(competition.code, track) }}
                next={next}
                nodes={nodes}
                now={serverNow().getTime()}
                backdrop={<LookDrawing look={lookOf(competition)} />}
              />
              <div className={styles.more}>
                <AlsoOpen stages={next.others} path={trackPath(competition.code, track)} />
                {next.step && next.ahead && <Ahead stage={next.ahead} />}
                <News address={competition.links.news} />
                {/* Loads last, so it also comes last: nothing above it moves. */}
                <EventsLink competition={competition.code} />
              </div>
            </>
          )
        }}
      </QueryStates>
      {!query.isPending && (
        <OtherTracks competition={competition.code} tracks={tracks.filter(({ code }) => code !== track)} />
      )}
    </div>
  )
}

/** Stages beyond this number are shown only on the path. */
const maxListed = 5

/** What else can be done now, the most urgent first. */
function AlsoOpen({ stages, path }: { stages: readonly StageNode[]; path: string }) {
  if (stages.length === 0) return null
  return (
    <Card as="section" aria-labelledby="also-open" className={styles.open ?? ''}>
      <Heading level={2} size={3} id="also-open">
        Ещё открыто для вас
      </Heading>
      <ul className={styles.list}>
        {stages.slice(0, maxListed).map((node) => (
          <Row key={node.id} node={node}>
            {node.until ? `${node.untilText ?? 'Сдать до'} ${momentInWords(node.until)}` : node.statusText}
          </Row>
        ))}
      </ul>
      {stages.length > maxListed && (
        <p>
          <PortalLink alone to={path}>
            Все открытые этапы: {stages.length + 1}
          </PortalLink>
        </p>
      )}
    </Card>
  )
}

/** The next stage to open, and when or after what. */
function Ahead({ stage }: { stage: StageNode }) {
  return (
    <Card as="section" aria-labelledby="ahead">
      <Heading level={2} size={3} id="ahead">
        Что дальше
      </Heading>
      <ul className={styles.list}>
        <Row node={stage}>
          {stage.opensAt ? `Откроется ${momentInWords(stage.opensAt)}` : stage.reason || stage.statusText}
        </Row>
      </ul>
    </Card>
  )
}

function Row({ node, children }: { node: StageNode; children: string }) {
  return (
    <li>
      {node.href ? (
        <PortalLink alone to={node.href}>
          {node.title}
        </PortalLink>
      ) : (
        node.title
      )}
      <span className={styles.quiet}>
        <Moments text={children} />
      </span>
    </li>
  )
}

function News({ address }: { address: string | null }) {
  if (!address) return null
  return (
    <Card as="section" look="press">
      <Heading level={2} size={3}>
        <AnyLink to={address} data-stretch>
          Новости конкурса
        </AnyLink>
      </Heading>
      <p className={styles.quiet}>На сайте конкурса</p>
    </Card>
  )
}

function OtherTracks({ competition, tracks }: { competition: string; tracks: readonly Track[] }) {
  if (tracks.length === 0) return null
  return (
    <section className={styles.others} aria-labelledby="other-tracks">
      <Heading level={2} size={4} id="other-tracks">
        {tracks.length === 1 ? 'Другой трек' : 'Другие треки'}
      </Heading>
      <ul className={styles.list}>
        {tracks.map(({ code, title, description }) => (
          <li key={code}>
            <PortalLink alone to={trackPath(competition, code)}>
              {title}
            </PortalLink>
            <span className={styles.quiet}>{description}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
