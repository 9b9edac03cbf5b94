import { sql } from 'kysely'
import type { Db, Tx } from '#server/db.ts'
import { barsOf } from '#shared/review/cutoffs/bars.ts'
import { groupOf } from '#shared/review/cutoffs/people.ts'
import type { CutoffList } from '#shared/review/cutoffs/routes.ts'
import type { Rule } from '#shared/review/cutoffs/rule.ts'
import { chosenAt, outcomes, whys } from '#shared/review/cutoffs/select-people.ts'
import { decidedSince, lastDecision } from './decided-since.ts'
import { auditProtocol, countsInWords, frozenOf, whyNotFrozen } from './frozen.ts'
import { hashOfSorted } from './hash-of-rows.ts'
import { firstOfLists, pickFive, type Recipient } from './pick-five.ts'
import { type Columns, type ComparedStage, numbersIn, placesOf, type RawScores, readColumns } from './read-people.ts'
import { type Names, namesShown, titleIn } from './titles.ts'
import {
  changesAt,
  countsOf,
  drawLine,
  groupsOf,
  known,
  type Line,
  rowOf,
  type Sums,
  settledAs,
  sumsKey,
  sumUp,
} from './work-out.ts'
import { rowsAtOnce, writeRows } from './write-rows.ts'

/** What a rule is worked out with. */
export interface Asked {
  competition: string
  decided: ComparedStage
  stages: ComparedStage[]
  rule: Rule
  names: Pick<Names, 'groups' | 'districtOf' | 'titles'>
}

/** Fewer people are read anew for every call: that takes a moment. */
const keptFrom = 20_000
/** What was read before this time is read again; whoever asks meanwhile gets what was read last. */
const freshMs = 30_000
/** What was read before this time is not shown any more. */
const oldMs = 10 * 60_000
/** A quarter of a million people with five stages are some 20 MB. */
const keptSeasons = 6
const keptSums = 4

/** The database, its address as a name, and how a kind that scores itself does so. */
export interface Place {
  db: Db
  name: string
  rawScores: RawScores
}

interface Kept {
  columns: Columns
  readAt: number
  sums: Map<string, Sums>
  /** Of the rule that was asked about last: a page of people follows its summary. */
  drawn: { key: string; line: Line } | null
}

const kept = new Map<string, { last: Kept | null; reading: Promise<Kept> | null }>()

/** The people of a rule: as they were read last, or read anew. `again`: newer ones are on their way. */
async function peopleOf({ db, name, rawScores }: Place, asked: Asked, anew: boolean) {
  const { competition, decided, stages, names } = asked
  const key = JSON.stringify([name, competition, decided, stages])
  const known = kept.get(key) ?? { last: null, reading: null }
  kept.delete(key)
  kept.set(key, known)
  for (const old of [...kept.keys()].slice(0, -keptSeasons)) kept.delete(old)
  const read = async (): Promise<Kept> => {
    const readAt = performance.now()
    const columns = await readColumns(db, competition, { decided, stages, districtOf: names.districtOf, rawScores })
    return { columns, readAt, sums: new Map(), drawn: null }
  }
  const readAgain = () => {
    const reading = read()
    known.reading = reading
    const done = (last: Kept | null) => {
      if (known.reading !== reading) return
      known.reading = null
      known.last = last && last.columns.ids.length >= keptFrom ? last : null
    }
    reading.then(done, () => done(known.last))
    return reading
  }
  if (anew) return { people: await readAgain(), again: false }
  const age = known.last ? performance.now() - known.last.readAt : Number.POSITIVE_INFINITY
  if (known.last && age < oldMs) {
    if (age >= freshMs && !known.reading) readAgain().catch(() => {})
    return { people: known.last, again: known.reading !== null }
  }
  // Whoever asks while a large season is first read waits for the same reading.
  return { people: await (known.reading ?? readAgain()), again: false }
}

async function lineOf(place: Place, asked: Asked, anew = false) {
  const { people, again } = await peopleOf(place, asked, anew)
  const key = sumsKey(asked.rule)
  const sums = people.sums.get(key) ?? sumUp(people.columns, asked.decided, asked.rule)
  people.sums.delete(key)
  people.sums.set(key, sums)
  for (const old of [...people.sums.keys()].slice(0, -keptSums)) people.sums.delete(old)
  const drawing = JSON.stringify([asked.rule, asked.names.groups])
  if (people.drawn?.key !== drawing)
    people.drawn = { key: drawing, line: drawLine(sums, asked.rule, asked.names.groups) }
  return { line: people.drawn.line, ageMs: performance.now() - people.readAt, again }
}

/** A variant with all results of its rule. */
export async function summary(place: Place, asked: Asked) {
  const { line, ageMs, again } = await lineOf(place, asked)
  const { people, selection, disqualified, columns } = line
  const names = { titleOf: titleIn(asked.names.titles) }
  const { line: score, quotas, ties, overfull } = selection
  return {
    ...countsOf(line),
    disqualified,
    no_region: people.ids.filter((_id, at) => people.groups.district.of[at] === -1 && known(people.score[at]) !== null)
      .length,
    line: score,
    bars: barsOf(people.score, (at) => selection.why[at] !== 0),
    quotas: quotas.map(({ of, ...quota }) => ({ ...quota, title: names.titleOf(quota.by, of) })),
    ties: ties.map(({ where, of, score: at, people: all }) => {
      const quota = quotas.find((one) => one.of === of)
      const title = quota ? names.titleOf(quota.by, of) : of
      return { where, score: at, count: all.length, title, people: all.slice(0, namesShown) }
    }),
    overfull,
    changes: people.ids.filter((_id, at) => changesAt(line, at)).length,
    judging: columns.judging,
    groups: groupsOf(line, names),
    ...{ recipients: fiveIn(line), ranked: line.ranking.at.length, ageMs, again },
  }
}

/** The people to whom letters are shown. */
function fiveIn({ people, ranking, selection }: Line): Recipient[] {
  const { outcome, why } = selection
  const last = ranking.at.findLast((at) => why[at] !== 0)
  const seen = { outcome: outcomes.map(() => 0), why: whys.map(() => 0) }
  const candidates = ranking.at.filter((at) => {
    const [as, because] = [outcome[at] ?? 0, why[at] ?? 0]
    const [ofOutcome, ofWhy] = [seen.outcome[as] ?? 0, seen.why[because] ?? 0]
    seen.outcome[as] = ofOutcome + 1
    seen.why[because] = ofWhy + 1
    return ofOutcome < firstOfLists || (because !== 0 && ofWhy === 0) || at === last
  })
  return pickFive(
    Array.from(candidates, (at) => ({
      ...{ id: people.ids[at] ?? 0, score: known(people.score[at]), ...chosenAt(selection, at) },
    })),
  )
}

/** One page of a list, the best first. */
export async function list(
  place: Place,
  { asked, list: of, limit, offset }: { asked: Asked; list: CutoffList; limit: number; offset: number },
) {
  const { line } = await lineOf(place, asked)
  const { people, ranking, selection } = line
  const tied = new Set(of === 'ties' ? selection.ties.flatMap((tie) => tie.people) : [])
  const belongs = (at: number): boolean => {
    if (of === 'ties') return tied.has(people.ids[at] ?? 0)
    if (of === 'changes') return changesAt(line, at)
    if (of === 'quota' || of === 'second') return whys[selection.why[at] ?? 0] === of
    return outcomes[selection.outcome[at] ?? 0] === of
  }
  const found = ranking.at.filter(belongs)
  const unranked = people.ids.map((_id, at) => at).filter((at) => known(people.score[at]) === null && belongs(at))
  return {
    count: found.length + unranked.length,
    people: [...found, ...unranked].slice(offset, offset + limit).map((at) => ({
      ...{ id: people.ids[at] ?? 0, score: known(people.score[at]), second: known(people.second[at]) },
      ...{ region: groupOf(people.groups.region, at), track: groupOf(people.groups.track, at) },
      ...chosenAt(selection, at),
    })),
  }
}

/** Variants side by side. */
export async function compare(place: Place, variants: readonly Asked[]) {
  const lines: Line[] = []
  for (const asked of variants) lines.push((await lineOf(place, asked)).line)
  const passed = lines.map(({ people, selection }) => people.ids.filter((_id, at) => selection.why[at] !== 0))
  const times = new Map<number, number>()
  for (const ids of passed) for (const id of ids) times.set(id, (times.get(id) ?? 0) + 1)
  const inAll = (id: number) => times.get(id) === lines.length
  return {
    common: passed[0]?.filter(inAll).length ?? 0,
    variants: lines.map((line, at) => {
      const only = passed[at]?.filter((id) => !inAll(id)) ?? []
      const { districts } = groupsOf(line, { titleOf: titleIn((variants[at] as Asked).names.titles) })
      return {
        ...countsOf(line),
        line: line.selection.line,
        ties: line.selection.ties.length,
        short: line.selection.quotas.filter(({ state }) => state === 'short').length,
        districts: districts.map(({ title, passed: count }) => ({ title, passed: count })),
        ...{ only: [...only.slice(0, namesShown)], only_count: only.length },
      }
    }),
  }
}

/** Of large protocols, whose rows stay as they are: by the database and the protocol. */
const keptFrozen = new Map<string, Buffer>()
const keptProtocols = 4

/** The people of a protocol and their scores, as bytes. */
async function frozenScores({ db, name }: Place, protocolId: number): Promise<Buffer | null> {
  const key = JSON.stringify([name, protocolId])
  const known = keptFrozen.get(key)
  if (known) return known
  const { rows } = await sql<{ people: Buffer | null }>`
    select string_agg(int4send(account_id) || float8send(coalesce(score::float8, 'NaN')), ''::bytea) as people
    from (
      select account_id, score from protocol_rows
      where protocol_id = ${protocolId} and outcome <> 'none' order by account_id
    ) as r`.execute(db)
  const people = rows[0]?.people ?? null
  if (people && people.length >= keptFrom * 12) {
    keptFrozen.set(key, people)
    for (const old of [...keptFrozen.keys()].slice(0, -keptProtocols)) keptFrozen.delete(old)
  }
  return people
}

/** What has changed since a protocol was frozen: who is disqualified, whose scores differ, and what is decided about some. */
export async function since(
  place: Place,
  { asked, protocolId, settledOf }: { asked: Asked; protocolId: number; settledOf: readonly number[] },
) {
  const { line } = await lineOf(place, asked)
  const frozen = numbersIn(await frozenScores(place, protocolId), 12)
  const placeOf = placesOf(line.people.ids)
  const [shut, moved]: [number[], number[]] = [[], []]
  frozen.each((_at, bytes, from) => {
    const id = bytes.getInt32(from)
    const at = placeOf(id)
    if (at === -1) shut.push(id)
    else if (line.people.score[at] !== bytes.getFloat64(from + 4)) moved.push(id)
  })
  return {
    shut: shut.slice(0, namesShown),
    moved: moved.slice(0, namesShown),
    moved_count: moved.length,
    settled: new Map(
      settledOf.map((id) => [id, settledAs[line.columns.settled[line.at[placeOf(id)] ?? -1] ?? 0] ?? null]),
    ),
  }
}

interface ToFreeze {
  asked: Asked
  reason: string
}

/**
 * What a protocol would keep, or why there can be none. With the rows where they are few; then everything is read anew.
 */
export async function whatToFreeze(place: Place, { asked, reason }: ToFreeze) {
  const { line } = await lineOf(place, asked)
  const few = line.people.ids.length <= rowsAtOnce
  const rows = few ? [...rowsOf(line)] : null
  return {
    refusal: whyNotFrozen(line, asked.rule, reason),
    frozen: frozenOf(line, { titleOf: titleIn(asked.names.titles) }),
    rows: rows && { rows, hash: hashOfSorted(rows) },
  }
}

function* rowsOf(line: Line) {
  for (let at = 0; at < line.people.ids.length; at += 1) yield rowOf(line, at)
}

interface Freezing extends ToFreeze {
  protocol: { id: number; number: number; competition: string; stage: string; frozenBy: number | null }
}

/** The protocol was withdrawn while it was being frozen, or somebody else has frozen it. */
const nothingToFreeze = new Error('nothing to freeze')

/**
 * Writes all rows of a protocol that is being frozen, and what it keeps besides, in one transaction: a process that is
 * killed leaves nothing of it. Returns why there can be no protocol any more.
 */
export async function freeze(place: Place, { asked, reason, protocol }: Freezing, progress: (rows: number) => void) {
  const { id, number, competition, stage, frozenBy } = protocol
  const last = await lastDecision(place.db, asked.decided.id)
  const { line } = await lineOf(place, asked, true)
  const refusal = whyNotFrozen(line, asked.rule, reason)
  if (refusal) return refusal
  const frozen = frozenOf(line, { titleOf: titleIn(asked.names.titles) })
  const hash = hashOfSorted(rowsOf(line))
  const count = line.people.ids.length
  const write = async (tx: Tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('freezing of a protocol', ${id}))`.execute(tx)
    const waits = tx
      .selectFrom('protocols')
      .select('id')
      .where('id', '=', id)
      .where('freezing', 'is not', null)
      .where('withdrawn_at', 'is', null)
    for (let from = 0; from < count; from += rowsAtOnce) {
      if (!(await waits.executeTakeFirst())) throw nothingToFreeze
      const places = Array.from({ length: Math.min(rowsAtOnce, count - from) }, (_none, at) => from + at)
      const rows = places.map((at) => rowOf(line, at))
      await writeRows(tx, id, rows)
      progress(from + rows.length)
    }
    if (!(await waits.forNoKeyUpdate().executeTakeFirst())) throw nothingToFreeze
    if (await decidedSince(tx, asked.decided.id, last)) throw new Error('somebody was decided about during the freeze')
    await tx
      .updateTable('protocols')
      .set({ freezing: null, hash, summary: JSON.stringify(frozen) })
      .where('id', '=', id)
      .execute()
    await auditProtocol(tx, frozenBy, 'protocol_frozen', {
      ...{ competition, number, stage, hash, inWords: countsInWords(number, frozen.counts) },
    })
  }
  await place.db
    .transaction()
    .execute(write)
    .catch((fault: unknown) => {
      if (fault !== nothingToFreeze) throw fault
    })
  return null
}
