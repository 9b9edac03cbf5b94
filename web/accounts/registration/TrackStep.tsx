import { type FormEvent, useState } from 'react'
import styles from '#web/accounts/auth/Entrance.module.css'
import { Button } from '#web/platform/ui/Button.tsx'
import { ErrorSummary } from '#web/platform/ui/ErrorSummary.tsx'
import { RadioGroup } from '#web/platform/ui/RadioGroup.tsx'
import type { RegistrationForm } from './queries.ts'
import { trackFacts } from './track-facts.ts'

interface TrackStepProps {
  tracks: RegistrationForm['tracks']
  value: string
  onChange: (track: string) => void
  onBack: () => void
  onDone: () => void
}

/** The choice of the track. */
export function TrackStep({ tracks, value, onChange, onBack, onDone }: TrackStepProps) {
  const [attempt, setAttempt] = useState(0)
  const fault = attempt > 0 && value === '' ? 'Выберите трек' : null
  function submit(event: FormEvent) {
    event.preventDefault()
    setAttempt(attempt + 1)
    if (value !== '') onDone()
  }
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <ErrorSummary faults={fault ? [{ name: 'track', message: fault }] : []} attempt={attempt} />
      <RadioGroup
        label="Трек, в котором вы участвуете"
        name="track"
        look="cards"
        value={value}
        onChange={onChange}
        options={tracks.map((track) => ({
          value: track.code,
          label: track.title,
          hint: [track.description, trackFacts(track)].filter(Boolean).map((line) => <span key={line}>{line}</span>),
        }))}
        error={fault}
      />
      <p className={styles.buttons}>
        <Button type="submit">Продолжить</Button>
        <Button kind="quiet" onClick={onBack}>
          Назад
        </Button>
      </p>
    </form>
  )
}
