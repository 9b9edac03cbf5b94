import { useQuery } from '@tanstack/react-query'
import { Navigate } from '@tanstack/react-router'
import { quoted } from '#shared/platform/text/quoted.ts'
import { outOf } from '#shared/platform/text/unbroken.ts'
import { parseWire, showDateTime } from '#shared/platform/time/moscow.ts'
import { counted } from '#shared/platform/time/plural.ts'
import { PageHeading } from '#web/platform/navigation/PageHeading.tsx'
import { PortalLink } from '#web/platform/navigation/PortalLink.tsx'
import { Card } from '#web/platform/ui/Card.tsx'
import { ColourField } from '#web/platform/ui/ColourField.tsx'
import { EmptyState } from '#web/platform/ui/EmptyState.tsx'
import { Heading } from '#web/platform/ui/Heading.tsx'
import { Moments } from '#web/platform/ui/Moments.tsx'
import { ProgressBar } from '#web/platform/ui/ProgressBar.tsx'
import { QueryStates } from '#web/platform/ui/QueryStates.tsx'
import { EventsLink } from '#web/programme/bookings/EventsLink.tsx'
import { type Competition, type Track, tracksQuery, useCompetition } from '#web/seasons/competitions/queries.ts'
import { registrationWords } from '#web/seasons/competitions/registration-words.ts'
import { LookDrawing } from '#web/seasons/themes/LookDrawing.tsx'
import { lookOf } from '#web/seasons/themes/themes.ts'
import styles from './CompetitionPage.module.css'
import { OwnCompetition } from './OwnCompetition.tsx'
import { SupporterHome } from './SupporterHome.tsx'

/** The competition: the next step on the person's own track, the page of a supporter, or the tracks to choose from. */
export function CompetitionPage() {
  const competition = useCompetition()
  return competition?.door === 'supporter' ? (
    <SupporterHome competition={competition} />
  ) : (
    <Tracks competition={competition} />
  )
}

function Tracks({ competition }: { competition: Competition | undefined }) {
  const code = competition?.code ?? ''
  const query = useQuery({ ...tracksQuery(code), enabled: code !== '' })
  const [only, ...others] = query.data ?? []
  if (only && others.length === 0) return <Navigate to={`/${code}/${only.code}` as string} replace />
  const own = competition?.door === 'participant' && competition.track
  if (competition && own) return <OwnCompetition competition={competition} track={own} tracks={query.data ?? []} />
  return (
    <div className={styles.page}>
      <ColourField className={styles.head} backdrop={<LookDrawing look={lookOf(competition)} />}>
        <PageHeading title={competition?.title ?? 'Конкурс'} size="hero" />
        {competition?.description && <p className={styles.lead}>{competition.description}</p>}
      </ColourField>
      <QueryStates of={[query]} loading="Загружаем треки" failed="Не удалось получить треки" lines={6}>
        {(tracks) =>
          tracks.length === 0 || !competition ? (
            <EmptyState title="Треков пока нет">Организаторы ещё готовят программу. Загляните позже.</EmptyState>
          ) : (
            <ul className={styles.tracks} aria-label="Треки">
              {tracks.map((track) => (
                <TrackCard key={track.code} competition={competition} track={track} />
              ))}
            </ul>
          )
        }
      </QueryStates>
      {query.data && <EventsLink competition={code} />}
    </div>
  )
}

function TrackCard({ competition, track }: { competition: Competition; track: Track }) {
  return (
    <Card as="li" look="press" className={styles.track}>
      <Heading level={2} size={2}>
        <PortalLink to={`/${competition.code}/${track.code}`} data-stretch>
          {track.title}
        </PortalLink>
      </Heading>
      {track.description && <p>{track.description}</p>}
      {competition.door ? (
        <OwnProgress track={track} />
      ) : (
        <p className={styles.now}>{outsideWords(competition, track)}</p>
      )}
    </Card>
  )
}

function OwnProgress({ track }: { track: Track }) {
  const until = track.next_deadline && parseWire(track.next_deadline.at)
  return (
    <>
      <ProgressBar
        label="Пройдено этапов"
        value={track.done_stages}
        max={Math.max(1, track.all_stages)}
        text={outOf(track.done_stages, track.all_stages)}
      />
      <p className={styles.now}>
        {track.open_stages > 0
          ? `Открыто для вас: ${counted(track.open_stages, 'этап', 'этапа', 'этапов')}`
          : 'Сейчас открытых этапов нет'}
        {until && track.next_deadline && (
          <>
            . Ближайший срок: {quoted(track.next_deadline.title)} — до{' '}
            <b>
              <Moments text={showDateTime(until)} />
            </b>{' '}
            по&nbsp;Москве
          </>
        )}
      </p>
    </>
  )
}

/**
 * For people who do not take part: the length of the track and whether registration is open, without progress or
 * deadlines.
 */
function outsideWords(competition: Competition, { all_stages }: Track): string {
  const stages = counted(all_stages, 'этап', 'этапа', 'этапов')
  return `${stages}. ${registrationWords(competition)}`
}
