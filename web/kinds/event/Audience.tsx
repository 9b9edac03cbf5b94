import { MultiSelect } from '#web/platform/ui/Select.tsx'
import type { Panel } from './queries.ts'

export interface AudienceChoice {
  regions: readonly string[]
  tracks: readonly string[]
}

interface AudienceProps {
  panel: Panel
  value: AudienceChoice
  onChange: (value: AudienceChoice) => void
}

/** Whom slots are for: everybody, unless regions or tracks are named. */
export function Audience({ panel, value, onChange }: AudienceProps) {
  return (
    <>
      <MultiSelect
        name="slot-regions"
        label="Для участников из регионов"
        placeholder="Все регионы"
        required={false}
        options={panel.regions.map(({ id, value: label }) => ({ value: id, label }))}
        value={value.regions}
        onChange={(regions) => onChange({ ...value, regions })}
      />
      {panel.tracks.length > 1 && (
        <MultiSelect
          name="slot-tracks"
          label="Для треков"
          placeholder="Все треки"
          required={false}
          options={panel.tracks.map(({ code, title }) => ({ value: code, label: title }))}
          value={value.tracks}
          onChange={(tracks) => onChange({ ...value, tracks })}
        />
      )}
    </>
  )
}

/** Whom a slot is for, in words; empty for everybody. */
export function audienceWords({ regions, tracks }: AudienceChoice, panel: Panel): string {
  const names = (ids: readonly string[], all: readonly { id: string; value: string }[]) =>
    ids.map((id) => all.find((one) => one.id === id)?.value ?? id).join(', ')
  const ofTracks = panel.tracks.map(({ code, title }) => ({ id: code, value: title }))
  return [
    regions.length > 0 ? `Регионы: ${names(regions, panel.regions)}` : '',
    tracks.length > 0 ? `Треки: ${names(tracks, ofTracks)}` : '',
  ]
    .filter(Boolean)
    .join('. ')
}
