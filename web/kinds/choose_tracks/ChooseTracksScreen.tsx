import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { quoted } from '#shared/platform/text/quoted.ts'
import { Receipt } from '#web/kinds/screen/Receipt.tsx'
import { StageShell } from '#web/kinds/screen/StageShell.tsx'
import { Button } from '#web/platform/ui/Button.tsx'
import { EmptyState } from '#web/platform/ui/EmptyState.tsx'
import { Heading } from '#web/platform/ui/Heading.tsx'
import { Moments } from '#web/platform/ui/Moments.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import type { StageScreenProps } from '#web/stages/kind.ts'
import { handInWork, type StageDetails, type WorkToHandIn } from '#web/stages/queries.ts'
import { type HandIn, useHandIn } from '#web/stages/use-hand-in.ts'
import styles from './ChooseTracks.module.css'
import { NotApproved } from './NotApproved.tsx'
import { type Tracks, tracksQuery } from './queries.ts'
import { TrackCard } from './TrackCard.tsx'
import { TrackChoice } from './TrackChoice.tsx'

/** The choice of a track: the cards, and after it the track that the person has, with the way to change it. */
export default function ChooseTracksScreen(props: StageScreenProps) {
  const { stageId } = props
  const tracks = useQuery(tracksQuery(stageId))
  const handIn = useHandIn<WorkToHandIn>({ stageId, send: (body, key) => handInWork(stageId, body, key) })
  return (
    <div className={styles.page}>
      <StageShell
        stageId={stageId}
        of={[tracks]}
        loading="Загружаем треки…"
        failed="Треки не загрузились"
        receiptFollows
      >
        {(stage, loaded) => <TrackPlace {...props} stage={stage} tracks={loaded} handIn={handIn} />}
      </StageShell>
    </div>
  )
}

interface TrackPlaceProps extends StageScreenProps {
  stage: StageDetails
  tracks: Tracks
  handIn: HandIn<WorkToHandIn>
}

function TrackPlace({ competition, track, stage, tracks, handIn }: TrackPlaceProps) {
  const [changing, setChanging] = useState(false)
  const refused = tracks.asked === null && stage.status === 'in_progress' && tracks.track === null
  const chosen = tracks.track !== null || tracks.asked !== null || (tracks.chosen.length > 0 && !refused)
  if (tracks.tracks.length === 0)
    return <EmptyState title="Треки ещё готовятся">Организаторы скоро опубликуют их. Загляните позже.</EmptyState>
  if (tracks.may_change && (!chosen || changing))
    return (
      <TrackChoice
        competition={competition}
        stage={stage}
        tracks={tracks}
        handIn={handIn}
        onDone={() => setChanging(false)}
        onBack={chosen ? () => setChanging(false) : null}
      />
    )
  return (
    <>
      <Outcome stage={stage} tracks={tracks} />
      {tracks.chosen.length > 0 && (
        <Receipt
          competition={competition}
          track={track}
          stage={stage}
          title="Выбор принят"
          fresh={handIn.data !== undefined}
        />
      )}
      {tracks.may_change && (
        <div>
          <Button kind="secondary" onClick={() => setChanging(true)}>
            Изменить выбор
          </Button>
        </div>
      )}
      <section className={styles.section}>
        <Heading level={2}>Треки</Heading>
        <ul className={styles.cards}>
          {tracks.tracks.map((each) => (
            <TrackCard
              key={each.code}
              track={each}
              mine={each.code === tracks.track}
              settled={!tracks.may_change && tracks.track !== null}
            />
          ))}
        </ul>
      </section>
    </>
  )
}

const ways = {
  choice: 'Вы выбрали его сами.',
  default: 'Вы не выбрали до закрытия, и вас записали сюда.',
  allocation: 'Место досталось при распределении.',
  organiser: 'Вас перевёл организатор. Почему, сказано в уведомлении.',
  team: 'Его выбрал капитан вашей команды.',
}

/** Where the person is now, in one notice. */
function Outcome({ stage, tracks }: { stage: StageDetails; tracks: Tracks }) {
  const title = (code: string) => quoted(tracks.tracks.find((track) => track.code === code)?.title ?? code)
  if (tracks.asked !== null)
    return (
      <Notice title={`Трек ${title(tracks.asked)} ждёт одобрения`}>
        {tracks.track === null
          ? 'Место за вами. Когда ваше письмо прочитают, мы сообщим.'
          : `Место за вами. До решения вы в треке ${title(tracks.track)}.`}
      </Notice>
    )
  if (tracks.track !== null)
    return (
      <>
        <Notice tone="success" title={`Ваш трек — ${title(tracks.track)}`}>
          {tracks.way && <p>{ways[tracks.way]}</p>}
          {tracks.confirmation && <p className={styles.said}>{tracks.confirmation}</p>}
        </Notice>
        <NotApproved stage={stage} />
        {tracks.apart && <Apart mayChange={tracks.may_change} />}
      </>
    )
  if (tracks.chosen.length > 0 && stage.status === 'wait')
    return (
      <Notice title="Вы назвали треки">
        <ol className={styles.named}>
          {tracks.chosen.map((code) => (
            <li key={code}>{title(code)}</li>
          ))}
        </ol>
        {tracks.method && <p>{tracks.method}</p>}
      </Notice>
    )
  if (tracks.captain && !tracks.captain.me)
    return (
      <Notice title={`Трек для команды выбирает капитан: ${tracks.captain.name}`}>
        Когда он выберет, мы сообщим. Условия и сроки треков ниже.
      </Notice>
    )
  return (
    <Notice tone="warning" title="Трека у вас нет">
      <Moments text={stage.reason} />
      {tracks.usual && stage.status === 'timeover' && ' Это произойдёт в течение нескольких минут.'}
    </Notice>
  )
}

const Apart = ({ mayChange }: { mayChange: boolean }) => (
  <Notice tone="warning" title="Участники вашей команды в разных треках">
    Задания у треков разные.{' '}
    {mayChange
      ? 'Договоритесь, в каком вы вместе, пока выбор открыт.'
      : 'Если вам важно быть вместе, напишите в поддержку: перевести в другой трек может организатор.'}
  </Notice>
)
