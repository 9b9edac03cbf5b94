import { useQuery } from '@tanstack/react-query'
import { useSearchText } from '#web/platform/navigation/use-search-text.ts'
import { competitionsQuery } from '#web/seasons/competitions/queries.ts'
import { EventList } from './EventList.tsx'
import { EventView } from './EventView.tsx'
import { OwnCompetitions } from './OwnCompetitions.tsx'

/** One event from the address, or the list of events for this person. The competition is in the query. */
export function BookingPage() {
  const [inQuery, inShort, event] = [
    useSearchText('competition'),
    useSearchText('competitionCode'),
    useSearchText('event'),
  ]
  const { data: competitions = [] } = useQuery(competitionsQuery)
  const own = competitions.filter(({ door }) => door)
  const only = own.length === 1 ? own[0]?.code : undefined
  const named = inQuery || inShort || only
  const competition = competitions.find(({ code }) => code === named)
  if (event !== '') return <EventView key={event} event={/^\d{1,9}$/.test(event) ? Number(event) : 0} />
  if (!competition) return <OwnCompetitions competitions={own} />
  return <EventList key={competition.code} competition={competition.code} title={competition.title} />
}
