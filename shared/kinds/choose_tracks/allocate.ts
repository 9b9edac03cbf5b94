/** A person or team that waits for a place, with the chosen tracks, the most important first. */
export interface Applicant {
  id: number
  tracks: readonly string[]
  /** Null: there is no published score. */
  score: number | null
  /** The moment of the choice, in milliseconds. */
  since: number
  /** A team takes this many places or none; 1 when it is left out. */
  size?: number
  /** How many of these places the team already has, by track. */
  seated?: ReadonlyMap<string, number>
}

export interface Given {
  track: string
  /** 1 for the most important of the chosen tracks. */
  priority: number
}

type Order = 'by_score' | 'by_priority'

/**
 * Higher scores come first and missing scores last; then the earlier choice. The id makes the order the same in every
 * run.
 */
function inOrder(people: readonly Applicant[]): Applicant[] {
  const points = ({ score }: Applicant) => score ?? -Number.MAX_VALUE
  return people.toSorted(
    (one, other) => Math.sign(points(other) - points(one)) || Math.sign(one.since - other.since) || one.id - other.id,
  )
}

/** Gives places. `left` is the number of free places by track; a track that it lacks has no limit. */
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
