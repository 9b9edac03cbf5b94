import { useState } from 'react'
import { counted } from '#shared/platform/time/plural.ts'
import { showBanner } from '#web/platform/messages/banner.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Confirm } from '#web/platform/ui/Confirm.tsx'
import { FailureNotice } from '#web/platform/ui/FailureNotice.tsx'
import { words } from '#web/platform/ui/words.ts'
import type { StagePanelProps } from '#web/stages/kind.ts'
import styles from './PeerPanel.module.css'
import { callsOf, type Peer, useAct } from './panel-queries.ts'

const works = (count: number) => counted(count, 'работа', 'работы', 'работ')
/** How many more works each person is asked to assess. */
const askedMore = 3

/** Fills the pool, names experts, calls the reserve and publishes. */
export function PanelActs({ place, peer }: { place: StagePanelProps; peer: Peer }) {
  const calls = callsOf(place)
  const [asked, setAsked] = useState(false)
  const fill = useAct(place, calls.fill, ({ added }) =>
    showBanner(added > 0 ? `В пул добавлено: ${works(added)}` : 'Новых работ нет', 'info'),
  )
  const experts = useAct(place, calls.experts, ({ named, without }) =>
    showBanner(`Поручено экспертам: ${works(named)}.${without > 0 ? ` Некому поручить: ${without}.` : ''}`, 'info'),
  )
  const reserve = useAct(place, calls.reserve, ({ asked: people }) =>
    showBanner(people > 0 ? `Попросили помочь: ${people}` : 'Просить некого: никто ещё не закончил', 'info'),
  )
  const publish = useAct(place, calls.publish, () => showBanner('Оценивание завершено, авторы видят оценки', 'success'))
  if (peer.published_at !== null || peer.rubric === null)
    return peer.published_at === null ? null : (
      <p className={styles.quiet}>Оценивание завершено, авторы видят оценки.</p>
    )
  return (
    <>
      <div className={styles.row}>
        <Button kind="secondary" pending={fill.isPending} onClick={() => fill.mutate()}>
          Пополнить пул сейчас
        </Button>
        {peer.disputed > 0 && (
          <Button kind="secondary" pending={experts.isPending} onClick={() => experts.mutate({ which: 'disputed' })}>
            Спорные — экспертам
          </Button>
        )}
        {peer.suspicious > 0 && (
          <Button kind="secondary" pending={experts.isPending} onClick={() => experts.mutate({ which: 'suspicious' })}>
            Сомнительные — экспертам
          </Button>
        )}
        {peer.short > 0 && (
          <>
            <Button kind="secondary" pending={experts.isPending} onClick={() => experts.mutate({ which: 'short' })}>
              Недооценённые — экспертам
            </Button>
            <Button kind="secondary" pending={reserve.isPending} onClick={() => reserve.mutate(askedMore)}>
              Позвать резерв
            </Button>
          </>
        )}
        <Button kind="secondary" onClick={() => setAsked(true)}>
          Завершить оценивание
        </Button>
      </div>
      <FailureNotice error={fill.error ?? experts.error ?? reserve.error} />
      {asked && (
        <Confirm
          title="Завершить оценивание?"
          act="Завершить"
          send={() => publish.mutateAsync()}
          onClose={() => setAsked(false)}
        >
          <p>
            Оценки больше не изменятся, авторы увидят их вместе с комментариями.
            {peer.short > 0 && ` Работ, которым не хватает оценок: ${peer.short}. В рейтинг они не попадут.`}{' '}
            {words.forever}
          </p>
        </Confirm>
      )}
    </>
  )
}
