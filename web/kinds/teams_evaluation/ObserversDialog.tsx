import { useState } from 'react'
import { maxObservers } from '#shared/kinds/teams_evaluation/limits.ts'
import { quoted } from '#shared/platform/text/quoted.ts'
import { showBanner } from '#web/platform/messages/banner.ts'
import { Checkbox } from '#web/platform/ui/Checkbox.tsx'
import { Confirm } from '#web/platform/ui/Confirm.tsx'
import type { StagePanelProps } from '#web/stages/kind.ts'
import { callsOf, type EvaluatedTeam, type Evaluation, useAct } from './panel-queries.ts'

interface ObserversDialogProps {
  place: StagePanelProps
  team: EvaluatedTeam
  data: Evaluation
  onClose: () => void
}

/** Sets who observes a team. A person who may not, or has already marked it, cannot be changed. */
export function ObserversDialog({ place, team, data, onClose }: ObserversDialogProps) {
  const [chosen, setChosen] = useState<number[]>(team.observers.map(({ test_id }) => test_id))
  const saving = useAct(place, callsOf(place).observers)
  const done = new Set(team.observers.filter((one) => one.done).map(({ test_id }) => test_id))
  const barred = new Set(team.barred)
  return (
    <Confirm
      title={`Наблюдатели команды ${quoted(team.name)}`}
      act="Сохранить"
      size="m"
      send={() => chosen.length <= maxObservers && saving.mutateAsync({ team_id: team.team_id, observers: chosen })}
      onDone={() => showBanner('Наблюдатели назначены', 'success')}
      onClose={onClose}
    >
      {data.observers.length === 0 ? (
        <p>Сначала позовите наблюдателей: их список на странице этапа.</p>
      ) : (
        data.observers.map(({ test_id, name }) => {
          const isBarred = barred.has(test_id)
          return (
            <Checkbox
              key={test_id}
              setting
              name={`observer-${test_id}`}
              label={name}
              hint={
                isBarred
                  ? 'Конфликт интересов: эту команду наблюдать не может'
                  : done.has(test_id)
                    ? 'Уже сдал оценки'
                    : undefined
              }
              disabled={done.has(test_id) || (isBarred && !chosen.includes(test_id))}
              value={chosen.includes(test_id)}
              onChange={(on) => setChosen(on ? [...chosen, test_id] : chosen.filter((one) => one !== test_id))}
            />
          )
        })
      )}
      {chosen.length > maxObservers && <p role="alert">Выберите не больше {maxObservers}</p>}
    </Confirm>
  )
}
