import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { competitionsQuery } from '#web/competitions/queries.ts'
import { EventList } from './EventList.tsx'
import { EventView } from './EventView.tsx'
import { OwnCompetitions } from './OwnCompetitions.tsx'

/** One event from the address, or the list of events for this person. The competition is in the query. */
export function BookingPage() {
  const search = useSearch({ strict: false }) as Record<string, string | undefined>
  const { data: competitions = [] } = useQuery(competitionsQuery)
  const own = competitions.filter(({ door }) => door)
  const only = own.length === 1 ? own[0]?.code : undefined
  const named = search.competition ?? search.competitionCode ?? only
  const competition = competitions.find(({ code }) => code === named)
  if (search.event !== undefined)
    return <EventView key={search.event} event={/^\d{1,9}$/.test(search.event) ? Number(search.event) : 0} />
  if (!competition) return <OwnCompetitions competitions={own} />
  return <EventList key={competition.code} competition={competition.code} title={competition.title} />
}
