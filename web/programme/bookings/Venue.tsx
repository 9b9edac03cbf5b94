import { DefinitionList } from '#web/platform/ui/DefinitionList.tsx'
import type { OfflineEvent } from './queries.ts'

/** How to get there and what to know before. Nothing where organisers have written nothing. */
export function Venue({ event }: { event: OfflineEvent }) {
  const { map_link, how_to_enter, bring, late } = event.venue
  const address = event.stage_id === null ? '' : event.address
  const map = map_link && (
    <a href={map_link} target="_blank" rel="noreferrer">
      Открыть карту
    </a>
  )
  const place = map ? (
    <>
      {address} {map}
    </>
  ) : (
    address
  )
  const items = [
    { term: 'Адрес', value: place },
    { term: 'Как войти', value: how_to_enter },
    { term: 'Возьмите с собой', value: bring },
    { term: 'Если опаздываете', value: late },
  ].filter(({ value }) => value !== '')
  return items.length === 0 ? null : <DefinitionList items={items} />
}
