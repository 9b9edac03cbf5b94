import { trackFacts } from '#web/accounts/registration/track-facts.ts'
import { Heading } from '#web/platform/ui/Heading.tsx'
import { RadioGroup } from '#web/platform/ui/RadioGroup.tsx'
import type { RegistrationForm } from './queries.ts'
import styles from './RegistrationScreen.module.css'

interface TrackStepProps {
  tracks: RegistrationForm['tracks']
  value: string | null
  error: string | null
  onChange: (track: string) => void
}

/** The choice of the track. */
export function TrackStep({ tracks, value, error, onChange }: TrackStepProps) {
  return (
    <section className={styles.group}>
      <Heading level={2}>Выбор трека</Heading>
      <RadioGroup
        label="Трек, в котором вы участвуете"
        name="track"
        look="cards"
        value={value ?? ''}
        error={error}
        onChange={onChange}
        options={tracks.map((track) => ({
          value: track.code,
          label: track.title,
          hint: [track.description, trackFacts(track)].filter(Boolean).map((line) => <span key={line}>{line}</span>),
        }))}
      />
    </section>
  )
}
