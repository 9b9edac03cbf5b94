import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { outOf } from '#shared/platform/text/unbroken.ts'
import { counted } from '#shared/platform/time/plural.ts'
import { isFailure } from '#web/platform/api/failure.ts'
import { showBanner } from '#web/platform/messages/banner.ts'
import { failureText } from '#web/platform/messages/failure-text.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import { Panel } from '#web/platform/ui/Panel.tsx'
import { QueryStates } from '#web/platform/ui/QueryStates.tsx'
import type { StagePanelProps } from '#web/stages/kind.ts'
import { CallOffDialog } from './CallOffDialog.tsx'
import styles from './Event.module.css'
import { HostList } from './HostList.tsx'
import { callsOf, type PanelSlot, panelQuery, useAct } from './queries.ts'
import { SlotList } from './SlotList.tsx'
import { SlotMaker } from './SlotMaker.tsx'

/** The schedule of an event, how it fills, who is at the door, and what can be done with it. */
export default function EventPanel(place: StagePanelProps) {
  const query = useQuery(panelQuery(place))
  const [asked, setAsked] = useState(false)
  const printed = useAct(place, callsOf(place).seating)
  // The schedule needs a right of its own.
  if (isFailure(query.error, 'no_access')) return null
  return (
    <div className={styles.page}>
      <Panel
        id="schedule"
        title="Расписание и запись"
        says={query.data ? inBrief(query.data.slots) : ''}
        open={query.data?.slots.length === 0}
      >
        <QueryStates
          of={[query]}
          loading="Загружаем расписание…"
          failed="Расписание не загрузилось"
          height="10rem"
          level={3}
        >
          {(panel) => (
            <div className={styles.part}>
              {panel.cancelled !== null && (
                <Notice tone="warning" title="Мероприятие отменено">
                  {panel.cancelled}
                </Notice>
              )}
              <SlotList place={place} panel={panel} />
              {panel.cancelled === null && <SlotMaker place={place} panel={panel} />}
              {panel.slots.length > 0 && (
                <div className={styles.acts}>
                  <Button
                    kind="secondary"
                    pending={printed.isPending}
                    onClick={() => printed.mutate(undefined, { onError: (error) => showBanner(failureText(error)) })}
                  >
                    Список по времени, docx
                  </Button>
                  {panel.cancelled === null && (
                    <Button kind="quiet" onClick={() => setAsked(true)}>
                      Отменить мероприятие
                    </Button>
                  )}
                </div>
              )}
              {asked && <CallOffDialog place={place} onClose={() => setAsked(false)} />}
            </div>
          )}
        </QueryStates>
      </Panel>
      {query.data && (
        <Panel
          id="hosts"
          title="Ведущие на входе"
          says={query.data.hosts.map(({ name }) => name).join(', ') || 'Ведущих нет: отметить пришедших пока некому'}
        >
          <HostList place={place} panel={query.data} />
        </Panel>
      )}
    </div>
  )
}

function inBrief(slots: readonly PanelSlot[]): string {
  const sum = (what: 'taken' | 'capacity' | 'waiting') => slots.reduce((all, slot) => all + slot[what], 0)
  const waiting = sum('waiting')
  return `${counted(slots.length, 'время', 'времени', 'времён')}, занято ${outOf(sum('taken'), sum('capacity'))}${waiting > 0 ? `, в листе ожидания ${waiting}` : ''}`
}
