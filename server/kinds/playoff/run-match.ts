import { sql } from 'kysely'
import type { Tx } from '#server/db.ts'
import { audited } from '#server/review/judging/edit-judging.ts'
import type { Place } from '#server/review/judging/store.ts'
import type { Services } from '#server/services.ts'
import type { SeasonStage } from '#server/stages/season.ts'
import { keyOf, moved, type Outcome, otherSide, playOut, type Side } from '#shared/kinds/playoff/bracket.ts'
import { absentReason, correctedReason, goneReason, nobodyCame } from '#shared/kinds/playoff/match-reason.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { showDateTime } from '#shared/platform/time/moscow.ts'
import {
  entrantIn,
  goneOf,
  isUntouched,
  type LoadedBracket,
  lockBracket,
  type MatchRow,
  matchIn,
  matchTitle,
  nameOfRound,
  outcomesOf,
  playedOut,
  playoffStage,
  updateBracket,
} from './bracket-store.ts'
import { decideIfMarked } from './decide-match.ts'
import { tellDropped, tellMatch, tellReplay, tellResult } from './notices.ts'
import { readPanel } from './read-panel.ts'
import { whyNotReady } from './schedule-match.ts'

export interface MatchAct {
  act: 'start' | 'pause' | 'resume' | 'finish' | 'absent' | 'annul' | 'publish' | 'correct'
  absent?: Side | 'both'
  to?: Outcome | 'replay'
  reason?: string
  preview?: boolean
}

interface Acting {
  tx: Tx
  services: Services
  actorId: number
  place: Place
  stage: SeasonStage
  loaded: LoadedBracket
  now: Date
}

export interface Change {
  match_id: number
  name: string
  before: { a: string; b: string }
  after: { a: string; b: string }
  blocked: boolean
}

/** Acts of an organiser on a match while it is held, and on its result. */
export async function actOnMatch(services: Services, actorId: number, place: Place, id: number, act: MatchAct) {
  const { stage } = await playoffStage(services, place)
  const changes = await services.db.transaction().execute(async (tx) => {
    const loaded = await lockBracket(tx, stage.id)
    const acting = { tx, services, actorId, place, stage, loaded, now: services.clock() }
    return (await acts[act.act](acting, matchIn(loaded, id), act)) ?? []
  })
  return { applied: act.preview !== true, changes, playoff: await readPanel(services, place) }
}

type Act = (acting: Acting, match: MatchRow, act: MatchAct) => Promise<Change[] | undefined>

const acts: Record<MatchAct['act'], Act> = {
  async start(acting, match) {
    refuseUnless(match, ['scheduled'], 'Матч уже начался')
    const { tx, loaded, now } = acting
    const why = await whyNotReady(tx, loaded, match)
    if (why) throw new Refusal('match_not_ready', { values: { reason: why } })
    await write(acting, match, { state: 'live', started_at: now }, 'playoff_started')
    return undefined
  },
  async pause(acting, match) {
    refuseUnless(match, ['live'], 'Матч не идёт')
    if (match.paused_at === null) await write(acting, match, { paused_at: acting.now }, 'playoff_paused')
    return undefined
  },
  async resume(acting, match) {
    refuseUnless(match, ['live'], 'Матч не идёт')
    if (match.paused_at !== null) await write(acting, match, clockGoesOn(match, acting.now), 'playoff_resumed')
    return undefined
  },
  async finish(acting, match) {
    refuseUnless(match, ['live'], 'Матч не идёт')
    const { tx, now } = acting
    await write(acting, match, { ...clockGoesOn(match, now), state: 'judging', ended_at: now }, 'playoff_finished')
    await decideIfMarked(tx, match.id)
    return undefined
  },
  async absent(acting, match, { absent }) {
    refuseUnless(match, ['scheduled'], 'Матч уже начался')
    const { loaded, now } = acting
    if (!absent || !entrantIn(loaded, match.a) || !entrantIn(loaded, match.b) || match.starts_at === null)
      throw new Refusal('match_not_ready', { values: { reason: 'Соперники или время ещё не известны' } })
    const from = new Date(match.starts_at.getTime() + loaded.rules.no_show_minutes * 60_000)
    if (now < from) throw new Refusal('no_show_too_early', { values: { moment: showDateTime(from) } })
    const outcome = absent === 'both' ? ('none' as const) : otherSide(absent)
    const reason = absent === 'both' ? nobodyCame : absentReason
    const state = outcome === 'none' ? ('annulled' as const) : ('walkover' as const)
    await write(acting, match, { outcome, state, reason, published_at: now }, 'playoff_no_show')
    await goOn(acting, match.id)
    return undefined
  },
  async annul(acting, match, { reason }) {
    if (match.published_at !== null) throw new Refusal('match_over')
    if (!entrantIn(acting.loaded, match.a) || !entrantIn(acting.loaded, match.b))
      throw new Refusal('match_not_ready', { values: { reason: 'Соперники ещё не известны' } })
    const said = { state: 'annulled', outcome: 'none', reason: reasonIn(reason), published_at: acting.now } as const
    await write(acting, match, { ...said, paused_at: null }, 'playoff_annulled')
    await goOn(acting, match.id)
    return undefined
  },
  async publish(acting, match) {
    // Two organisers may press at once: the second one finds the result published.
    if (match.published_at !== null && match.state === 'decided') return undefined
    refuseUnless(match, ['decided'], 'Судьи ещё не сдали оценки')
    // The reason of an earlier result of a replayed match does not apply to this one.
    await write(acting, match, { published_at: acting.now, reason: '' }, 'playoff_published')
    await goOn(acting, match.id)
    return undefined
  },
  async correct(acting, match, { to, reason, preview }) {
    if (match.published_at === null || match.outcome === null)
      throw new Refusal('match_not_now', { values: { reason: 'Исправляют опубликованный итог' } })
    if (!to || to === match.outcome)
      throw new Refusal('match_not_now', { values: { reason: 'Это и есть нынешний итог' } })
    const outcomes = outcomesOf(acting.loaded)
    if (to === 'replay') outcomes.delete(keyOf(match))
    else outcomes.set(keyOf(match), to)
    const changes = changesTo(acting.loaded, playOut(acting.loaded.bracket, outcomes, goneOf(acting.loaded)))
    if (preview) return changes
    refuseBlocked(changes)
    const because = reasonIn(reason)
    const scored = match.score_a !== null
    const state = to === 'none' ? 'annulled' : scored ? 'decided' : 'walkover'
    const corrected = `${correctedReason}${because}`
    if (to === 'replay') {
      await acting.tx.deleteFrom('playoff_judges').where('match_id', '=', match.id).execute()
      const none = { outcome: null, published_at: null, score_a: null, score_b: null, decided_by: null, won: null }
      const clock = { starts_at: null, started_at: null, paused_at: null, paused_ms: 0, ended_at: null }
      await write(acting, match, { ...none, ...clock, state: 'scheduled', reason: corrected }, 'playoff_corrected')
    } else await write(acting, match, { outcome: to, state, reason: corrected }, 'playoff_corrected', because)
    await goOn(acting, match.id, true)
    return changes
  },
}

function refuseUnless({ state, published_at }: MatchRow, states: MatchRow['state'][], reason: string): void {
  if (published_at !== null) throw new Refusal('match_over')
  if (!states.includes(state)) throw new Refusal('match_not_now', { values: { reason } })
}

function reasonIn(reason = ''): string {
  if (reason.trim() === '') throw new Refusal('comment_required')
  return reason.trim()
}

/** Continues the clock of a match, without counting the pause. */
const clockGoesOn = ({ paused_at, paused_ms }: MatchRow, now: Date) => ({
  paused_at: null,
  paused_ms: paused_ms + (paused_at === null ? 0 : Math.max(0, now.getTime() - paused_at.getTime())),
})

async function write(
  { tx, actorId, place, loaded }: Acting,
  match: MatchRow,
  set: Partial<Omit<MatchRow, 'id'>>,
  action: string,
  reason = set.reason ?? '',
): Promise<void> {
  await tx
    .updateTable('playoff_matches')
    .set({ ...set, revision: sql<number>`revision + 1` })
    .where('id', '=', match.id)
    .execute()
  const title = `${matchTitle(loaded, match)}${reason ? `. ${reason}` : ''}`
  await audited(tx, actorId, place, action, [{ field: 'match', title }])
}

/** Applies the result: the winner gets a place in the next match, and the people concerned are notified. */
async function goOn({ tx, services, stage, now }: Acting, matchId: number, corrected = false): Promise<void> {
  const { loaded, met } = await updateBracket(tx, stage.id, now)
  const match = matchIn(loaded, matchId)
  if (match.published_at !== null) await tellResult(tx, services, stage, loaded, match, corrected)
  else if (corrected) await tellReplay(tx, services, stage, loaded, match)
  for (const next of met) await tellMatch(tx, services, stage, loaded, next)
}

/** The matches whose players would change, in words. */
function changesTo(loaded: LoadedBracket, after: ReturnType<typeof playOut>): Change[] {
  const seeds = new Map(loaded.entrants.map(({ seed, name }) => [seed, name]))
  const said = (player: number | 'bye' | null) =>
    player === null ? 'ещё не известно' : player === 'bye' ? 'без соперника' : (seeds.get(player) ?? '')
  const rows = new Map(loaded.matches.map((match) => [keyOf(match), match]))
  return moved(playedOut(loaded), after).flatMap((change) => {
    const row = rows.get(keyOf(change))
    if (!row) return []
    const sides = ({ a, b }: (typeof change)['before']) => ({ a: said(a), b: said(b) })
    return [
      {
        ...{ match_id: row.id, name: nameOfRound(loaded, row), blocked: !isUntouched(row) },
        ...{ before: sides(change.before), after: sides(change.after) },
      },
    ]
  })
}

function refuseBlocked(changes: readonly Change[]): void {
  const begun = changes.find(({ blocked }) => blocked)
  if (begun)
    throw new Refusal('next_match_begun', { values: { match: `${begun.name}: ${begun.before.a} — ${begun.before.b}` } })
}

export interface Drop {
  reason: string
  lucky: boolean
  preview?: boolean
}

/** Removes an entrant from the bracket: the opponent advances, or the last loser to the entrant takes the place. */
export async function dropEntrant(services: Services, actorId: number, place: Place, id: number, drop: Drop) {
  const { stage } = await playoffStage(services, place)
  const changes = await services.db.transaction().execute(async (tx) => {
    const loaded = await lockBracket(tx, stage.id)
    const acting = { tx, services, actorId, place, stage, loaded, now: services.clock() }
    const entrant = entrantIn(loaded, id)
    if (!entrant) throw new Refusal('entrant_not_found')
    if (entrant.dropped !== null) throw notNow('Участник уже снят')
    const outcomes = outcomesOf(loaded)
    const beaten = drop.lucky ? lastWon(loaded, id) : null
    if (beaten) outcomes.set(keyOf(beaten), beaten.a === id ? 'b' : 'a')
    // An entrant removed during a match loses it.
    const begun = loaded.matches.find(
      (match) => match.published_at === null && match.state !== 'scheduled' && (match.a === id || match.b === id),
    )
    if (begun && !beaten) outcomes.set(keyOf(begun), begun.a === id ? 'b' : 'a')
    const gone = new Map(goneOf(loaded)).set(entrant.seed, acting.now.getTime())
    const found = changesTo(loaded, playOut(loaded.bracket, outcomes, gone))
    if (drop.preview) return found
    refuseBlocked(found)
    const reason = reasonIn(drop.reason)
    await tx
      .updateTable('playoff_entrants')
      .set({ dropped_at: acting.now, dropped_because: reason })
      .where('id', '=', id)
      .execute()
    await audited(tx, actorId, place, 'playoff_dropped', [{ field: 'entrant', title: `${entrant.name}. ${reason}` }])
    const settled = beaten ?? begun
    if (settled) {
      const outcome = settled.a === id ? ('b' as const) : ('a' as const)
      const said = { outcome, reason: goneReason, published_at: acting.now, paused_at: null }
      await write(acting, settled, { ...said, state: 'walkover' }, 'playoff_corrected')
    }
    await tellDropped(tx, services, stage, entrant, reason)
    const current = loaded.matches.findLast((match) => match.a === id || match.b === id)
    if (settled ?? current) await goOn(acting, (settled ?? current)?.id ?? 0)
    return found
  })
  return { applied: drop.preview !== true, changes, playoff: await readPanel(services, place) }
}

const notNow = (reason: string) => new Refusal('match_not_now', { values: { reason } })

/** The last match that the entrant has won; its loser must still be in the bracket. */
function lastWon(loaded: LoadedBracket, id: number): MatchRow {
  if (!loaded.rules.lucky) throw notNow('По правилам этой сетки место выбывшего никто не занимает')
  const found = loaded.matches.findLast(
    (match) => match.outcome !== null && match.published_at !== null && match.won !== null && match[match.won] === id,
  )
  const loser = found && entrantIn(loaded, found.a === id ? found.b : found.a)
  if (!found || !loser || loser.dropped !== null) throw notNow('Занять место некому')
  return found
}
