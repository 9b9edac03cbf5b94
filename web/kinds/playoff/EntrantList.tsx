import ChevronDown from 'lucide-react/icons/chevron-down'
import { useState } from 'react'
import { idNumber } from '#shared/platform/text/unbroken.ts'
import { showBanner } from '#web/platform/messages/banner.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Moments } from '#web/platform/ui/Moments.tsx'
import type { StagePanelProps } from '#web/stages/kind.ts'
import { momentInWords } from '#web/stages/StagePath/deadline.ts'
import { pointsOf } from './match-names.ts'
import styles from './PlayoffPanel.module.css'
import { callsOf, type Panel, type PanelEntrant } from './panel-queries.ts'
import { ReasonDialog } from './ReasonDialog.tsx'

/** Everybody in the bracket by seed; people who will not come are taken out here. */
export function EntrantList({ place, panel }: { place: StagePanelProps; panel: Panel }) {
  const [dropped, setDropped] = useState<PanelEntrant | null>(null)
  const { draw, rules } = panel
  return (
    <details className={styles.details}>
      <summary className={styles.summary}>
        {panel.entrants_are === 'teams' ? 'Команды и жребий' : 'Участники и жребий'}
        <ChevronDown aria-hidden="true" />
      </summary>
      <div className={styles.part}>
        {draw && (
          <p className={styles.quiet}>
            Слово жребия: {draw.seed}, бросали раз: {draw.throws}.
            {draw.drawn_at && <Moments text={` Сетка опубликована ${momentInWords(draw.drawn_at)}.`} />}
          </p>
        )}
        <ol className={styles.seeds}>
          {panel.entrants.map((entrant) => (
            <li key={entrant.entrant_id}>
              <span className={styles.entrant}>
                <span>
                  <bdi>{entrant.name}</bdi>{' '}
                  <span className={styles.quiet}>
                    {idNumber(entrant.number)}
                    {entrant.rating !== null && `, рейтинг ${pointsOf(entrant.rating)}`}
                    {entrant.gone !== null && `, выбыл: ${entrant.gone}`}
                  </span>
                </span>
                {!entrant.dropped && (
                  <Button
                    size="s"
                    kind="quiet"
                    aria-label={`Снять: ${entrant.name}`}
                    onClick={() => setDropped(entrant)}
                  >
                    Снять
                  </Button>
                )}
              </span>
            </li>
          ))}
        </ol>
      </div>
      {dropped && (
        <ReasonDialog
          title={`Снять с сетки: ${dropped.name}`}
          about="Сопернику засчитают победу без игры. Вернуть в сетку нельзя."
          {...(rules?.lucky
            ? {
                choice: 'Что с его местом',
                options: [
                  { value: 'walkover', label: 'Соперник проходит без игры' },
                  { value: 'lucky', label: 'Место занимает тот, кто ему проиграл последним' },
                ],
              }
            : {})}
          asksReason
          previews
          button="Снять"
          send={({ chosen, reason, preview }) =>
            callsOf(place).drop(dropped.entrant_id, { reason: reason || 'Снят', lucky: chosen === 'lucky', preview })
          }
          place={place}
          onClose={() => setDropped(null)}
          onDone={() => showBanner('Участник снят с сетки', 'success')}
        />
      )}
    </details>
  )
}
