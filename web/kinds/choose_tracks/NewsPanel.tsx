import { useState } from 'react'
import { parseWire, showMoscowTime } from '#shared/platform/time/moscow.ts'
import { counted } from '#shared/platform/time/plural.ts'
import { isFailure } from '#web/platform/api/failure.ts'
import { showBanner } from '#web/platform/messages/banner.ts'
import { failureText } from '#web/platform/messages/failure-text.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Checkbox } from '#web/platform/ui/Checkbox.tsx'
import { DateTimeField } from '#web/platform/ui/DateTimeField.tsx'
import { Moments } from '#web/platform/ui/Moments.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import { Panel } from '#web/platform/ui/Panel.tsx'
import { Select } from '#web/platform/ui/Select.tsx'
import type { StagePanelProps } from '#web/stages/kind.ts'
import { type Overview, useNews } from './panel-queries.ts'
import styles from './TracksPanel.module.css'

/** For a track that was added while people choose: notifies them and extends the choice until a later end. */
export function NewsPanel({ place, overview }: { place: StagePanelProps; overview: Overview }) {
  const [track, setTrack] = useState('')
  const [closesAt, setClosesAt] = useState('')
  const [later, setLater] = useState(true)
  const [attempted, setAttempted] = useState(false)
  const telling = useNews(place)
  const ends = overview.closes_at === null ? null : parseWire(overview.closes_at)
  const fault = isFailure(telling.error) ? telling.error.fields.closes_at?.message : undefined
  function tell() {
    setAttempted(true)
    if (track === '' || !parseWire(closesAt)) return
    telling.mutate(
      { track, closes_at: closesAt, later_too: later },
      {
        onSuccess: ({ told, extended }) => {
          showBanner(
            `Уведомление получат ${counted(told, 'человек', 'человека', 'человек')}, продлено этапов: ${extended}`,
            'success',
          )
          setTrack('')
          setClosesAt('')
          setAttempted(false)
        },
      },
    )
  }
  return (
    <Panel id="new-track" title="Добавился трек" says="Сообщить о треке участникам и продлить выбор" read>
      <form
        className={styles.panels}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!telling.isPending) tell()
        }}
      >
        <p className={styles.quiet}>
          Сначала отметьте новый трек в настройках этапа и опубликуйте их. Сделанный выбор останется в силе.
          {ends && <Moments text={` Сейчас выбор закрывается ${showMoscowTime(ends)}.`} />}
        </p>
        {telling.error && !fault && (
          <Notice tone="danger" role="alert">
            {failureText(telling.error)}
          </Notice>
        )}
        <Select
          label="О каком треке сообщить"
          name="news-track"
          value={track}
          error={attempted && track === '' ? 'Выберите трек' : null}
          options={overview.tracks.map(({ code, title }) => ({ value: code, label: title }))}
          onChange={setTrack}
        />
        <DateTimeField
          label="Продлить выбор до"
          name="news-until"
          value={closesAt}
          error={fault ?? (attempted && !parseWire(closesAt) ? 'Укажите дату и время' : null)}
          onChange={setClosesAt}
        />
        <Checkbox
          setting
          name="news-later"
          label="Продлить на столько же и этапы, которые закрываются позже"
          value={later}
          onChange={setLater}
        />
        <div>
          <Button type="submit" kind="secondary" pending={telling.isPending} pendingText="Отправляем…">
            Сообщить участникам и продлить
          </Button>
        </div>
      </form>
    </Panel>
  )
}
