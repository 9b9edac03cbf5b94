import { DefinitionList } from '#web/platform/ui/DefinitionList.tsx'
import type { OfflineEvent } from './queries.ts'

/** How to get there and what to know before. Nothing where organisers have written nothing. */
export function Venue({ event }: { event: OfflineEvent }) {
  const { map_link, how_to_enter, bring, late } = event.venue
  const address = event.stage_id === null ? '' : event.address
  const items = [
    { term: 'Адрес', value: address },
    { term: 'Как войти', value: how_to_enter },
    { term: 'Возьмите с собой', value: bring },
    { term: 'Если опаздываете', value: late },
  ].filter(({ value }) => value !== '')
  const map = map_link && (
    <a href={map_link} target="_blank" rel="noreferrer">
      Открыть карту
    </a>
  )
  if (items.length === 0) return map ? <p>{map}</p> : null
  return (
    <DefinitionList
      items={items.map(({ term, value }, at) => ({ term, value, ...(map && at === 0 ? { action: map } : {}) }))}
    />
  )
}
