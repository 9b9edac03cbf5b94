import { sql } from 'kysely'
import type { Db, Tx } from '#server/db.ts'
import { settleMs } from '#server/messages/outbox/message-budgets.ts'
import { addJob } from '#server/platform/jobs/jobs.ts'
import type { Services } from '#server/services.ts'
import { recordFacts } from '#server/stages/facts.ts'
import { withOwnFiles } from '#server/stages/forms/own-files.ts'
import type { IncomingWork, TakenWork } from '#server/stages/kind.ts'
import { closed } from '#server/stages/one-stage.ts'
import { askPerson, type PersonStages, personStages } from '#server/stages/person-stages.ts'
import { aboutTrack } from '#shared/kinds/choose_tracks/about-track.ts'
import { type FieldFaults, Refusal } from '#shared/platform/api/refusals.ts'
import { quoted } from '#shared/platform/text/quoted.ts'
import { chosenIn, letterForm } from './answer.ts'
import { lockPlaces, type OfferedTrack, placesLeft, settingsOf, takenPlaces, titleOf } from './places.ts'
import { givesOutLater, mayChoose, type OwnTrack } from './standing.ts'
import { teamAt } from './team.ts'

type Looked = Pick<IncomingWork, 'accountId' | 'stage' | 'data' | 'receivedAt' | 'now'>

/** A draft keeps the choice so far, as long as tracks may be chosen. */
export async function lookAtDraft(db: Db | Tx, work: Looked) {
  const { stage, data, now } = work
  if (!mayChoose(stage, now, null)) throw closed(stage.state)
  await matesOf(db, work)
  return { data: { ...data, tracks: chosenIn(data).slice(0, settingsOf(stage.row).max) }, faults: {} }
}

/**
 * Checks a choice: its tracks must belong to this stage and suit everybody it is made for, and have a letter where one
 * is required. Where places are given at once, the first track with enough places takes the people.
 */
export async function takeChoice(
  db: Db | Tx,
  { seasons }: Pick<Services, 'seasons'>,
  work: Looked,
  { atEnd = false } = {},
): Promise<TakenWork> {
  const { accountId, stage, receivedAt, now } = work
  const { row, all } = stage
  if (!atEnd && !mayChoose(stage, now, receivedAt)) throw closed(stage.state)
  const mates = await matesOf(db, work)
  const tracks = namedTracks(work)
  refuseUnfit(all, tracks, '')
  for (const { account_id: mate, name } of mates) {
    const his = await personStages(db, seasons, { accountId: mate, competitionCode: row.competitionCode }, now)
    if (his) refuseUnfit(his, tracks, name)
  }
  const { answer, fileIds } = await answerOf(db, work, tracks)
  const people = [accountId, ...mates.map(({ account_id }) => account_id)]
  const codes = tracks.map(({ code }) => code)
  const of = { stageId: row.id, accountId, people, now }
  if (givesOutLater(row, stage.own.standing as OwnTrack))
    return { data: answer, fileIds, follows: 'wait', keep: (tx) => keepWish(tx, { ...of, codes }) }
  const track = await withRoom(db, all, row.id, tracks, people)
  return {
    data: answer,
    fileIds,
    follows: track.letter
      ? 'wait'
      : { outcome: 'passed', reason: `Ваш трек — ${quoted(titleOf(all.season, track.code))}` },
    keep: (tx) => keepPlaces(tx, { ...of, codes, track }),
  }
}

/** The teammates for whom the person also chooses. Throws for a member whose captain chooses. */
async function matesOf(db: Db | Tx, { accountId, stage }: Looked) {
  const team = settingsOf(stage.row).whose === 'team' ? await teamAt(db, stage.all) : null
  if (!team?.captain) return []
  if (team.captain.accountId !== accountId)
    throw new Refusal('track_of_captain', { values: { name: team.captain.name } })
  return team.members.filter((mate) => mate.account_id !== accountId)
}

const fault = (message: string) => ({ rule: 'required', message })

/** The tracks of the answer, in order. */
function namedTracks({ stage, data }: Looked): OfferedTrack[] {
  const { max, tracks } = settingsOf(stage.row)
  const codes = chosenIn(data)
  const most = max === 1 ? 'Выбрать можно один трек' : `Назвать можно не больше треков, чем ${max}`
  const message = codes.length === 0 ? 'Выберите трек' : codes.length > max ? most : null
  if (message) throw new Refusal('form_invalid', { fields: { tracks: fault(message) } })
  return codes.map((code) => {
    const track = tracks.find((one) => one.code === code)
    if (!track) throw new Refusal('unknown_track')
    return track
  })
}

function refuseUnfit(all: PersonStages, tracks: readonly OfferedTrack[], whose: string): void {
  for (const { code, gate } of tracks) {
    const { state, reasons } = askPerson(all, gate)
    if (state === 'met') continue
    const why = reasons.map(aboutTrack).join('; ')
    const reason = whose ? `${whose}: ${why}` : why
    throw new Refusal('track_not_fit', { values: { track: titleOf(all.season, code), reason } })
  }
}

/** The answer to keep, with the person's own letter where one of the tracks requires it. */
async function answerOf(db: Db | Tx, { accountId, data }: Looked, tracks: readonly OfferedTrack[]) {
  const codes = tracks.map(({ code }) => code)
  if (!tracks.some(({ letter }) => letter)) return { answer: { tracks: codes }, fileIds: [] }
  const sent = { letter: Array.isArray(data.letter) ? data.letter.slice(0, 1) : [] }
  const { data: own, fileIds, faults } = await withOwnFiles(db, accountId, letterForm, sent)
  const found: FieldFaults = fileIds.length === 0 && !faults.letter ? { letter: fault('Приложите письмо') } : faults
  if (Object.keys(found).length > 0) throw new Refusal('form_invalid', { fields: found })
  return { answer: { tracks: codes, letter: own.letter }, fileIds }
}

/** The first of these tracks with a place for everybody. In a transaction, other writes of places wait for its end. */
async function withRoom(
  db: Db | Tx,
  { season }: PersonStages,
  stageId: number,
  tracks: readonly OfferedTrack[],
  people: readonly number[],
): Promise<OfferedTrack> {
  const find = async () => {
    const taken = await takenPlaces(db, stageId, people)
    const roomy = tracks.find((track) => (placesLeft(track, taken) ?? people.length) >= people.length)
    if (roomy) return roomy
    const titles = tracks.map(({ code }) => quoted(titleOf(season, code))).join(', ')
    throw new Refusal('track_full', { values: { tracks: titles } })
  }
  const seen = await find()
  // A full track is refused before the wait for the lock.
  if (!db.isTransaction || tracks.every(({ limit }) => limit === 0)) return seen
  await lockPlaces(db as Tx, stageId)
  return find()
}

interface Chosen {
  stageId: number
  accountId: number
  /** The person, and the teammates for whom they have chosen. */
  people: readonly number[]
  codes: readonly string[]
  now: Date
}

/** Keeps the wishes until places are given out; nobody has to check them on the desk. */
async function keepWish(tx: Tx, chosen: Chosen): Promise<void> {
  await keepChoices(tx, chosen)
  await tx
    .updateTable('works')
    .set({ waits_since: null })
    .where('stage_id', '=', chosen.stageId)
    .where('account_id', '=', chosen.accountId)
    .execute()
}

/** The person gets the place when the stage is passed; until then it is reserved, and the current place is kept too. */
async function keepPlaces(tx: Tx, chosen: Chosen & { track: OfferedTrack }): Promise<void> {
  const { stageId, accountId, people, track, now } = chosen
  await keepChoices(tx, chosen)
  await sql`
    insert into track_places as l (stage_id, account_id, asked_code, way, chosen_by, since)
    select ${stageId}, account, ${track.code}, case when account = ${accountId} then 'choice' else 'team' end,
      case when account = ${accountId} then null else ${accountId}::int end, ${now}
    from unnest(${people}::int[]) as account
    on conflict (stage_id, account_id) do update set
      asked_code = excluded.asked_code, way = excluded.way, chosen_by = excluded.chosen_by, since = excluded.since`.execute(
    tx,
  )
}

async function keepChoices(tx: Tx, { stageId, accountId, people, codes, now }: Chosen): Promise<void> {
  const mates = people.filter((person) => person !== accountId)
  await tx.deleteFrom('track_choices').where('stage_id', '=', stageId).where('account_id', 'in', people).execute()
  await sql`
    insert into track_choices (stage_id, account_id, priority, track_code, chosen_at)
    select ${stageId}, account, priority, code, ${now}
    from unnest(${people}::int[]) as account, unnest(${codes}::text[]) with ordinality as named (code, priority)`.execute(
    tx,
  )
  // A new choice is decided again, even after the stage was passed.
  await recordFacts(tx, { accountId, stageId }, { passedAt: null }, now)
  if (mates.length === 0) return
  const chosen = { submittedAt: now, passedAt: null, failedAt: null, returnedAt: null, reasons: [] }
  await recordFacts(tx, { accountId: mates, stageId }, chosen, now)
  // A captain who tries one track after another tells of the last.
  const runAt = new Date(now.getTime() + settleMs)
  for (const mate of mates) {
    const jobKey = `track of a captain ${stageId} ${mate}`
    await addJob(
      tx,
      'tell_of_track',
      { stageId, accountId: mate, what: 'captain' },
      { runAt, jobKey, keepsRunAt: true },
    )
  }
}
