import type { FastifyReply } from 'fastify'
import { callerOfSession } from '#server/accounts/auth/authenticate.ts'
import { type EventStream, eventsType, openEventStream } from '#server/platform/http/event-stream.ts'
import type { Caller } from '#server/platform/http/handler.ts'
import { coversCompetition } from '#server/platform/http/named-competition.ts'
import type { Services } from '#server/services.ts'
import { type Readable, type Reading, type Readings, withMoment } from '#server/stages/readings.ts'
import { maxLivePages } from '#shared/people/reports/limits.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'

/** Milliseconds between checks for changes. */
const usualInterval = 5_000
/** Reading takes at most this share of the time: a slow report is read more rarely. */
const readingShare = 0.1
/** Open pages of all people in one process. */
const maxInProcess = 200
/** A page that accepts no data during this many checks in a row is closed. */
const maxMissed = 12

interface Follower extends Pick<Caller, 'accountId' | 'sessionId'> {
  stream: EventStream | null
  /** The report that the page shows. */
  shown: string | null
  missed: number
}

/** A report that is followed: of the season, narrowed or not, or of a stage. */
interface View {
  /** The report as its pages get it; with `fresh` never an outdated one. */
  read: (fresh?: 'fresh') => Promise<string>
  followers: Set<Follower>
}

/** All reports of a competition that are followed in this process. */
interface Room {
  views: Map<string, View>
  timer: NodeJS.Timeout | null
}

export interface Followed {
  caller: Caller
  reply: FastifyReply
  report: Readable<object>
}

export interface LiveReports {
  /** Sends the report, and again whenever it has changed, as long as the person may read it. */
  follow(of: Followed): Promise<undefined>
  /** Ends all answers and refuses new ones. */
  close(): void
}

/** Reports that stay up to date on the pages that show them, with one reader for each competition. */
export function liveReports(
  services: Services,
  { interval = usualInterval, onError = () => {} }: { interval?: number; onError?: (fault: unknown) => void } = {},
): LiveReports {
  const { clock, readings } = services
  const rooms = new Map<string, Room>()
  let closed = false
  const everybody = () =>
    [...rooms.values()].flatMap(({ views }) => [...views.values()].flatMap(({ followers }) => [...followers]))

  function leave(competition: string, name: string, follower: Follower): void {
    const room = rooms.get(competition)
    const view = room?.views.get(name)
    if (!room || !view?.followers.delete(follower)) return
    if (view.followers.size === 0) room.views.delete(name)
    if (room.views.size > 0) return
    if (room.timer) clearTimeout(room.timer)
    rooms.delete(competition)
  }

  function roomOf(competition: string): Room {
    const known = rooms.get(competition)
    if (known) return known
    const room: Room = { views: new Map(), timer: null }
    rooms.set(competition, room)
    lookLater(competition, room, interval)
    return room
  }

  function lookLater(competition: string, room: Room, wait: number): void {
    room.timer = setTimeout(async () => {
      const began = performance.now()
      try {
        await letGo(competition, room)
        for (const view of room.views.values()) await renew(view)
      } catch (fault) {
        onError(fault)
        // The pages connect again by themselves, and people without the right are then refused.
        for (const view of room.views.values()) endAll(view)
      }
      const took = performance.now() - began
      if (rooms.get(competition) === room) lookLater(competition, room, Math.max(interval, took / readingShare))
    }, wait)
    room.timer.unref()
  }

  /** Ends the answers to people who have logged out or lost the right. */
  async function letGo(competition: string, room: Room): Promise<void> {
    const all = [...room.views.values()].flatMap(({ followers }) => [...followers])
    for (const [, [first, ...others]] of Map.groupBy(all, ({ sessionId }) => sessionId)) {
      if (!first) continue
      const found = await callerOfSession(services, first, clock())
      if (found?.caller.mayOrganise && coversCompetition(found.caller, 'reports', competition)) continue
      for (const { stream } of [first, ...others]) stream?.end()
    }
  }

  async function renew(view: View): Promise<void> {
    try {
      const text = await view.read('fresh')
      for (const follower of view.followers) show(follower, text)
    } catch (fault) {
      // A stage may have been removed: the next request of the page is answered with the refusal.
      if (!(fault instanceof Refusal)) onError(fault)
      endAll(view)
    }
  }

  function show(follower: Follower, text: string): void {
    const { stream } = follower
    if (!stream) return
    const taken = text === follower.shown ? stream.beat() : stream.send(text)
    follower.missed = taken ? 0 : follower.missed + 1
    if (taken) follower.shown = text
    if (follower.missed > maxMissed) stream.end()
  }

  return {
    async follow({ caller, reply, report }) {
      const { competition, name } = report
      const { accountId, sessionId } = caller
      const others = everybody()
      const own = others.filter((other) => other.accountId === accountId).length
      if (closed) throw new Refusal('overloaded', { retryAfter: 3 })
      if (own >= maxLivePages || others.length >= maxInProcess) throw new Refusal('report_pages_open')
      const follower: Follower = { accountId, sessionId, stream: null, shown: null, missed: 0 }
      const room = roomOf(competition)
      const view = room.views.get(name) ?? newView(readings, report, writerOf(reply))
      view.followers.add(follower)
      room.views.set(name, view)
      try {
        const text = await view.read()
        if (reply.raw.destroyed) {
          leave(competition, name, follower)
          return undefined
        }
        follower.stream = openEventStream(reply, () => leave(competition, name, follower))
        show(follower, text)
        if (closed) follower.stream.end()
      } catch (fault) {
        leave(competition, name, follower)
        throw fault
      }
      return undefined
    },
    close() {
      closed = true
      for (const { stream } of everybody()) stream?.end()
      for (const { timer } of rooms.values()) if (timer) clearTimeout(timer)
    },
  }
}

function newView(readings: Readings, report: Readable<object>, write: (report: object) => string): View {
  let last: (Reading<object> & { text: string }) | null = null
  return {
    followers: new Set(),
    async read(fresh) {
      const reading = await readings.latest(report, fresh ?? 'whole')
      if (last?.value !== reading.value || last.asOf !== reading.asOf)
        last = { ...reading, text: write(withMoment(reading)) }
      return last.text
    },
  }
}

const endAll = ({ followers }: View) => {
  for (const { stream } of followers) stream?.end()
}

/** Serialises a report by the contract of the route. */
function writerOf(reply: FastifyReply): (report: object) => string {
  const write = reply.getSerializationFunction('200', eventsType)
  if (!write) throw new Error('a report that no contract describes')
  return (report) => write(report as Record<string, unknown>)
}
