/** Somebody who waits for a place, with the tracks that he has named, the first one mattering most. */
export interface Applicant {
  id: number
  tracks: readonly string[]
  /** Null: there is no published score. */
  score: number | null
  /** When he chose, in milliseconds. */
  since: number
  /** A team takes so many places or none; 1 without it. */
  size?: number
  /** Of these places some are the team's already, by track. */
  seated?: ReadonlyMap<string, number>
}

export interface Given {
  track: string
  /** 1 for the first track that he has named. */
  priority: number
}

type Order = 'by_score' | 'by_priority'

/** A higher score comes first, and none last; then who chose earlier. The number makes every run the same. */
function inOrder(people: readonly Applicant[]): Applicant[] {
  const points = ({ score }: Applicant) => score ?? -Number.MAX_VALUE
  return people.toSorted(
    (one, other) => Math.sign(points(other) - points(one)) || Math.sign(one.since - other.since) || one.id - other.id,
  )
}

/** Gives places: `left` says how many a track has, and a track that it does not name has as many as are wanted. */
export function allocate(
  people: readonly Applicant[],
  left: ReadonlyMap<string, number>,
  order: Order,
): Map<number, Given> {
  const free = new Map(left)
  const given = new Map<number, Given>()
  function take({ id, size = 1, seated }: Applicant, track: string | undefined, priority: number): void {
    if (track === undefined || given.has(id)) return
    const places = free.get(track)
    const wanted = size - (seated?.get(track) ?? 0)
    if (places !== undefined && places < wanted) return
    if (places !== undefined) free.set(track, places - wanted)
    given.set(id, { track, priority })
  }
  const queue = inOrder(people)
  if (order === 'by_score') {
    for (const person of queue) for (const [at, track] of person.tracks.entries()) take(person, track, at + 1)
    return given
  }
  const longest = Math.max(0, ...people.map(({ tracks }) => tracks.length))
  for (let at = 0; at < longest; at += 1) for (const person of queue) take(person, person.tracks[at], at + 1)
  return given
}

const inWords: Record<Order, string> = {
  by_score:
    'Места раздают после закрытия этапа. Очередь строится по баллам: чей балл выше, тот получает самый важный для него трек, где ещё есть место. При равных баллах раньше тот, кто раньше выбрал.',
  by_priority:
    'Места раздают после закрытия этапа. Сначала каждому треку достаются те, кто назвал его первым, среди них у кого выше балл; оставшиеся места так же делят между назвавшими трек вторым, и так далее. При равных баллах раньше тот, кто раньше выбрал.',
}

const teamInWords =
  'Команда стоит в очереди как один участник: с выбором капитана и средним баллом тех, у кого он есть. Места она получает в одном треке на всех или не получает совсем.'

/** The method as participants read it. */
export const methodInWords = (order: Order, whose: 'person' | 'team'): string =>
  whose === 'team' ? `${inWords[order]} ${teamInWords}` : inWords[order]
