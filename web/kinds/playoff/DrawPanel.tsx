import { useState } from 'react'
import { idNumber } from '#shared/platform/text/unbroken.ts'
import { counted } from '#shared/platform/time/plural.ts'
import { showBanner } from '#web/platform/messages/banner.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Confirm } from '#web/platform/ui/Confirm.tsx'
import { FailureNotice } from '#web/platform/ui/FailureNotice.tsx'
import { Heading } from '#web/platform/ui/Heading.tsx'
import type { StagePanelProps } from '#web/stages/kind.ts'
import { pointsOf } from './match-names.ts'
import styles from './PlayoffPanel.module.css'
import { callsOf, type Drawn, type Panel, useAct } from './panel-queries.ts'

/** Shows the bracket that the seed gives before anybody else sees it, and publishes it. */
export function DrawPanel({ place, panel }: { place: StagePanelProps; panel: Panel }) {
  const calls = callsOf(place)
  const [seen, setSeen] = useState<Drawn | null>(null)
  const [asked, setAsked] = useState(false)
  const look = useAct(place, calls.draw, setSeen)
  const publish = useAct(place, calls.draw, () => showBanner('Сетка опубликована, участникам ушли письма', 'success'))
  const candidates = counted(panel.candidates, 'прошедший', 'прошедших', 'прошедших')
  return (
    <div className={styles.part}>
      <p>
        Сетки ещё нет. Попасть в неё могут: {candidates}, мест — до {panel.size}.
      </p>
      <div className={styles.acts}>
        <Button
          kind={seen ? 'secondary' : 'primary'}
          pending={look.isPending}
          onClick={() => look.mutate({ act: 'preview' })}
        >
          Посмотреть сетку
        </Button>
        {seen && (
          <>
            <Button kind="secondary" pending={look.isPending} onClick={() => look.mutate({ act: 'renew' })}>
              Бросить жребий заново
            </Button>
            <Button onClick={() => setAsked(true)}>Опубликовать</Button>
          </>
        )}
      </div>
      <FailureNotice error={look.error} />
      {seen && (
        <div className={styles.part}>
          <Heading level={3} size={4}>
            Какой будет сетка
          </Heading>
          <p className={styles.quiet}>
            {counted(seen.rounds, 'круг', 'круга', 'кругов')}
            {seen.byes > 0 && `; без соперника в первом круге — ${seen.byes}, это первые номера`}. Слово жребия:{' '}
            {seen.draw.seed}
            {seen.draw.throws > 1 && `, бросали раз: ${seen.draw.throws}`}. Участники увидят и слово, и сколько раз
            бросали.
          </p>
          <ol className={styles.seeds}>
            {seen.entrants.map(({ seed, number, name, rating }) => (
              <li key={number}>
                <bdi>{name}</bdi>{' '}
                <span className={styles.quiet}>
                  {idNumber(number)}
                  {rating !== null && `, рейтинг ${pointsOf(rating)}`}
                  {seed <= seen.byes && ', без соперника в первом круге'}
                </span>
              </li>
            ))}
          </ol>
        </div>
      )}
      {asked && seen && (
        <Confirm
          title="Опубликовать сетку?"
          act="Опубликовать"
          send={() => publish.mutateAsync({ act: 'publish', seed: seen.draw.seed, entrants: seen.entrants.length })}
          onClose={() => setAsked(false)}
        >
          <p>Участники увидят соперников. Посев, критерии и правила равных баллов больше не изменятся.</p>
        </Confirm>
      )}
    </div>
  )
}
