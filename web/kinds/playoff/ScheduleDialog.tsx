import { useState } from 'react'
import { maxMatchTask, maxRoom } from '#shared/kinds/playoff/limits.ts'
import { isFailure } from '#web/platform/api/failure.ts'
import { showBanner } from '#web/platform/messages/banner.ts'
import { Checkbox } from '#web/platform/ui/Checkbox.tsx'
import { Confirm } from '#web/platform/ui/Confirm.tsx'
import { DateTimeField } from '#web/platform/ui/DateTimeField.tsx'
import { NumberField } from '#web/platform/ui/NumberField.tsx'
import { RadioGroup } from '#web/platform/ui/RadioGroup.tsx'
import { TextArea } from '#web/platform/ui/TextArea.tsx'
import { TextField } from '#web/platform/ui/TextField.tsx'
import type { StagePanelProps } from '#web/stages/kind.ts'
import { byId, sideName } from './match-names.ts'
import styles from './PlayoffPanel.module.css'
import { callsOf, type Panel, type PanelMatch, useAct } from './panel-queries.ts'

interface ScheduleDialogProps {
  place: StagePanelProps
  panel: Panel
  match: PanelMatch
  onClose: () => void
}

/** When and where a match is and who judges it. A room or a judge that is taken is named by the server. */
export function ScheduleDialog({ place, panel, match, onClose }: ScheduleDialogProps) {
  const entrants = byId(panel.entrants)
  const begun = match.state !== 'scheduled'
  const named = match.judges.filter(({ abstained }) => abstained === null)
  const [startsAt, setStartsAt] = useState((match.starts_at ?? '').slice(0, 16))
  const [minutes, setMinutes] = useState(String(match.minutes))
  const [room, setRoom] = useState(match.room)
  const [link, setLink] = useState(match.link)
  const [task, setTask] = useState(match.task)
  const [judges, setJudges] = useState(named.map(({ test_id }) => test_id))
  const [chair, setChair] = useState(named.find((judge) => judge.chair)?.test_id ?? named[0]?.test_id ?? 0)
  const [tried, setTried] = useState(false)
  const led = judges.includes(chair) ? chair : (judges[0] ?? 0)
  const faults = {
    minutes: /^\d+$/.test(minutes) && Number(minutes) >= 5 && Number(minutes) <= 480 ? null : 'От 5 до 480 минут',
    link: link === '' || /^https:\/\/\S+$/.test(link) ? null : 'Ссылка начинается с https://',
    judges: judges.length > 0 && judges.length % 2 === 0 ? 'Выберите нечётное число судей' : null,
  }
  const sound = Object.values(faults).every((fault) => fault === null)
  // After a change by another organiser a second attempt is based on the match as it is now, and keeps the fields.
  const current = panel.matches.find(({ match_id }) => match_id === match.match_id) ?? match
  const calls = callsOf(place)
  const saving = useAct(place, (body: Parameters<typeof calls.schedule>[1]) => calls.schedule(match.match_id, body))
  const save = () => {
    setTried(true)
    return (
      sound &&
      saving.mutateAsync({
        revision: current.revision,
        starts_at: startsAt === '' ? null : `${startsAt}:00`.slice(0, 19),
        minutes: Number(minutes),
        room: room.trim(),
        link: link.trim(),
        task,
        judges: [led, ...judges.filter((judge) => judge !== led)].filter((judge) => judge !== 0),
      })
    )
  }
  const barred = (judge: number) =>
    panel.conflicts.some((one) => one.judge === judge && (one.entrant === match.a || one.entrant === match.b))
  return (
    <Confirm
      title={`${match.name}: ${sideName(entrants, match, 'a')} — ${sideName(entrants, match, 'b')}`}
      act={isFailure(saving.error, 'playoff_changed') ? 'Сохранить поверх' : 'Сохранить'}
      size="m"
      send={save}
      onDone={() => showBanner('Матч назначен', 'success')}
      onClose={onClose}
    >
      {!begun && (
        <>
          <DateTimeField
            name="match-starts"
            label="Начало"
            required={false}
            error={null}
            value={startsAt}
            onChange={setStartsAt}
          />
          <NumberField
            name="match-minutes"
            label="Сколько минут"
            maxLength={3}
            error={tried ? faults.minutes : null}
            value={minutes}
            onChange={setMinutes}
          />
          <TextField
            name="match-room"
            label="Место"
            required={false}
            maxLength={maxRoom}
            error={null}
            value={room}
            onChange={setRoom}
          />
        </>
      )}
      <TextField
        name="match-link"
        label="Ссылка на комнату"
        type="url"
        required={false}
        error={tried ? faults.link : null}
        value={link}
        onChange={setLink}
      />
      <fieldset className={styles.choices}>
        <legend>Судьи</legend>
        {panel.judges.length === 0 && (
          <p className={styles.quiet}>Сначала позовите судей: их список на странице этапа.</p>
        )}
        {panel.judges.map(({ test_id, name }) => (
          <Checkbox
            key={test_id}
            name={`judge-${test_id}`}
            setting
            label={name}
            {...(barred(test_id) ? { hint: 'Конфликт интересов: этот матч судить не может', disabled: true } : {})}
            value={judges.includes(test_id)}
            onChange={(on) => setJudges(on ? [...judges, test_id] : judges.filter((one) => one !== test_id))}
          />
        ))}
        {tried && faults.judges && (
          <p role="alert" className={styles.fault}>
            {faults.judges}
          </p>
        )}
      </fieldset>
      {judges.length > 1 && (
        <RadioGroup
          name="match-chair"
          label="Председатель"
          options={judges.map((test_id) => ({
            value: String(test_id),
            label: panel.judges.find((judge) => judge.test_id === test_id)?.name ?? String(test_id),
          }))}
          error={null}
          value={String(led)}
          onChange={(value) => setChair(Number(value))}
        />
      )}
      <TextArea
        name="match-task"
        label="Задание этого матча"
        hint="Пусто — задание из настроек этапа"
        rows={3}
        required={false}
        limit={maxMatchTask}
        value={task}
        onChange={setTask}
      />
    </Confirm>
  )
}
