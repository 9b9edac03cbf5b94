import { useState } from 'react'
import { parseWire, showMoscowTime } from '#shared/platform/time/moscow.ts'
import { showBanner } from '#web/platform/messages/banner.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { FailureNotice } from '#web/platform/ui/FailureNotice.tsx'
import type { StagePanelProps } from '#web/stages/kind.ts'
import { byId, sideName } from './match-names.ts'
import styles from './PlayoffPanel.module.css'
import { callsOf, type MatchAct, type Panel, type PanelMatch, useAct } from './panel-queries.ts'
import { ReasonDialog } from './ReasonDialog.tsx'

interface MatchActsProps {
  place: StagePanelProps
  panel: Panel
  match: PanelMatch
  onSchedule: () => void
}

/** The moment from which absence can lose a match; null without a time. */
function absentFrom({ starts_at }: PanelMatch, minutes: number): Date | null {
  const from = starts_at === null ? null : parseWire(starts_at)
  from?.setMinutes(from.getMinutes() + minutes)
  return from
}

type Asked = 'absent' | 'annul' | 'correct'

/** What can be done with a match now. Acts that cannot be undone are confirmed first. */
export function MatchActs({ place, panel, match, onSchedule }: MatchActsProps) {
  const [asked, setAsked] = useState<Asked | null>(null)
  const act = useAct(place, (body: MatchAct) => callsOf(place).act(match.match_id, body))
  const entrants = byId(panel.entrants)
  const name = (side: 'a' | 'b') => sideName(entrants, match, side)
  const known = match.a !== null && match.b !== null
  const { state, published, paused } = match
  const setting = state === 'scheduled' ? 'Время и судьи' : 'Судьи'
  const from = absentFrom(match, panel.rules?.no_show_minutes ?? 0)
  const title = `${name('a')} — ${name('b')}`
  const button = (words: string, what: MatchAct['act'], kind: 'primary' | 'secondary' = 'secondary') => (
    <Button
      size="s"
      kind={kind}
      aria-label={`${words}: ${title}`}
      pending={act.isPending && act.variables.act === what}
      onClick={() => !act.isPending && act.mutate({ act: what })}
    >
      {words}
    </Button>
  )
  const ask = (words: string, what: Asked) => (
    <Button size="s" kind="quiet" aria-label={`${words}: ${title}`} onClick={() => setAsked(what)}>
      {words}
    </Button>
  )
  const open = !published && !match.a_bye && !match.b_bye
  if (published ? !known : !open) return null
  return (
    <>
      <div className={styles.acts}>
        {!published && (
          <Button size="s" kind="secondary" aria-label={`${setting}: ${title}`} onClick={onSchedule}>
            {setting}
          </Button>
        )}
        {known && state === 'scheduled' && match.starts_at !== null && button('Начать', 'start', 'primary')}
        {state === 'live' && (paused ? button('Продолжить', 'resume', 'primary') : button('Пауза', 'pause'))}
        {state === 'live' && button('Закончить', 'finish', paused ? 'secondary' : 'primary')}
        {state === 'decided' && !published && button('Опубликовать итог', 'publish', 'primary')}
        {known && state === 'scheduled' && match.starts_at !== null && ask('Неявка', 'absent')}
        {known && !published && ask('Аннулировать', 'annul')}
        {published && known && ask('Исправить итог', 'correct')}
      </div>
      <FailureNotice error={act.error} />
      {asked === 'absent' && (
        <ReasonDialog
          title="Кто не пришёл?"
          match={`${match.name}: ${title}`}
          about={`${from === null ? '' : `Неявку отмечают с ${showMoscowTime(from)}. `}Сопернику засчитают победу без игры. Если не пришли оба, в следующем круге соперника не будет.`}
          options={[
            { value: 'a', label: name('a') },
            { value: 'b', label: name('b') },
            { value: 'both', label: 'Оба' },
          ]}
          choice="Не пришёл"
          button="Отметить неявку"
          send={({ chosen }) =>
            callsOf(place).act(match.match_id, { act: 'absent', absent: chosen as 'a' | 'b' | 'both' })
          }
          place={place}
          onClose={() => setAsked(null)}
          onDone={() => showBanner('Неявка отмечена, сторонам ушли письма', 'success')}
        />
      )}
      {asked === 'annul' && (
        <ReasonDialog
          title="Аннулировать матч?"
          match={`${match.name}: ${title}`}
          about="Победителя не будет, в следующем круге у соперника никого. Позже итог можно исправить или назначить матч заново."
          asksReason
          button="Аннулировать"
          send={({ reason }) => callsOf(place).act(match.match_id, { act: 'annul', reason })}
          place={place}
          onClose={() => setAsked(null)}
          onDone={() => showBanner('Матч аннулирован', 'success')}
        />
      )}
      {asked === 'correct' && (
        <ReasonDialog
          title="Исправить итог"
          match={`${match.name}: ${title}`}
          about="Сначала посмотрите, какие матчи это изменит. Пока следующий матч не начался, итог можно исправить."
          options={[
            { value: 'a', label: `Победа: ${name('a')}` },
            { value: 'b', label: `Победа: ${name('b')}` },
            { value: 'none', label: 'Матч не состоялся' },
            { value: 'replay', label: 'Сыграть заново' },
          ].filter(({ value }) => value !== (match.won ?? 'none'))}
          choice="Верный итог"
          asksReason
          previews
          button="Исправить"
          send={({ chosen, reason, preview }) =>
            callsOf(place).act(match.match_id, {
              act: 'correct',
              to: chosen as MatchAct['to'] & string,
              reason,
              preview,
            })
          }
          place={place}
          onClose={() => setAsked(null)}
          onDone={() => showBanner('Итог исправлен, сторонам ушли письма', 'success')}
        />
      )}
    </>
  )
}
