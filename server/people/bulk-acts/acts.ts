import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '#server/db.ts'
import { messagePeople } from '#server/messages/notifications/message-person.ts'
import { isForAll, regionsOf } from '#server/people/participants/extend-group.ts'
import { isStageFor } from '#server/people/participants/step.ts'
import { offerTags } from '#server/people/participants/tags.ts'
import { stopsOutcome } from '#server/review/judging/stopped.ts'
import type { Services } from '#server/services.ts'
import { awaitsProtocol } from '#server/stages/beside-protocol.ts'
import { lockFactsOfMany, recordFacts } from '#server/stages/facts.ts'
import type { MovesPeople } from '#server/stages/kind.ts'
import type { Season, SeasonStage } from '#server/stages/season.ts'
import { settleAndTell } from '#server/stages/settle.ts'
import type { BulkAct, BulkActKind, Skip } from '#shared/people/bulk-acts/acts.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { quoted } from '#shared/platform/text/quoted.ts'
import { parseWire, showDateTime } from '#shared/platform/time/moscow.ts'
import { maxExtensionDays, maxTags } from '#shared/seasons/competitions/limits.ts'
import type { StageOutcome } from '#shared/stages/outcome.ts'

/** The stored act that is being run; `asked_at` is one moment for all its people. */
interface Run {
  id: number
  season: Season
  asked_at: Date
  asked_by: number | null
  confirmed_by: number | null
  reason: string
}

export interface Loss {
  title: string
  people: number
  handed_in: number
}

type Of<Kind extends BulkActKind> = Extract<BulkAct, { kind: Kind }>

interface Rules<Kind extends BulkActKind> {
  /** Throws the refusal of an act that makes no sense in this season. */
  check(season: Season, act: Of<Kind>, now: Date): void
  /** In SQL, of a participation `p`: why the act leaves the person out; null when it does not. */
  skip(season: Season, act: Of<Kind>): RawBuilder<string | null>
  apply(tx: Tx, services: Services, run: Run, act: Of<Kind>, ids: readonly number[]): Promise<void>
  /** Takes back what `apply` did to these people, unless it has been changed since. */
  undo(tx: Tx, services: Services, run: Run, act: Of<Kind>, ids: readonly number[]): Promise<void>
  inWords(season: Season, act: Of<Kind>): string
  /** For acts that take places of a limited number. */
  places?: {
    /** The number of places left, without counting those of `except`; null: unlimited. */
    left(db: Db | Tx, season: Season, act: Of<Kind>, except: readonly number[]): Promise<number | null>
    /** Locks the places until the transaction ends. */
    lock(tx: Tx, season: Season, act: Of<Kind>, ids: readonly number[]): Promise<void>
  }
  /** Stages that these people (a query of account ids) have begun and will not see any more. */
  loses?(db: Db, season: Season, act: Of<Kind>, people: RawBuilder<unknown>): Promise<Loss[]>
  /** Whether people get a message, so that batches are no faster than letters may be. */
  tells: boolean
}

const nothing = () => {}
const among = (ids: readonly number[]) => sql`account_id = any(${[...ids]}::integer[])`

const noteActs = (
  tx: Tx,
  { clock }: Services,
  { season, reason }: Run,
  by: number | null,
  [act, about]: ['tagged' | 'untagged' | 'disqualified' | 'restored' | 'annulled' | 'moved', string],
  ids: readonly number[],
) =>
  sql`insert into participant_acts (account_id, competition_code, act, about, reason, by, at)
    select account_id, ${season.code}, ${act}, ${about}, ${reason}, ${by}::integer, ${clock()}::timestamptz
    from unnest(${[...ids]}::integer[]) as account_id`.execute(tx)

async function addTag(tx: Tx, services: Services, run: Run, tag: string, ids: readonly number[]): Promise<void> {
  await sql`update participations set tags = tags || ${tag}::text
    where competition_code = ${run.season.code} and ${among(ids)} and not ${tag} = any(tags)`.execute(tx)
  await offerTags(tx, run.season.code, [tag])
  await noteActs(tx, services, run, run.asked_by, ['tagged', tag], ids)
}

async function removeTag(tx: Tx, services: Services, run: Run, tag: string, ids: readonly number[]): Promise<void> {
  await sql`update participations set tags = array_remove(tags, ${tag})
    where competition_code = ${run.season.code} and ${among(ids)} and ${tag} = any(tags)`.execute(tx)
  await noteActs(tx, services, run, run.asked_by, ['untagged', tag], ids)
}

const stageOf = (season: Season, { stage: code }: { stage: string }): SeasonStage => {
  const stage = season.byCode.get(code)
  if (!stage) throw new Refusal('stage_not_found')
  return stage
}

const endOf = (act: Of<'extend'>): Date => {
  const end = parseWire(act.closes_at)
  if (!end) throw new Refusal('extension_too_short', { values: { before: 'сейчас' } })
  return end
}

/** Tracks whose own end at a stage is no earlier than this. */
const tracksUntil = ({ trackWindows }: SeasonStage, end: Date): string[] =>
  Object.entries(trackWindows).flatMap(([track, { closesAt }]) => (closesAt && closesAt >= end ? [track] : []))

/** A condition: an extension of the region of `p`, or of everybody, ends no earlier than this. */
function groupUntil({ groupExtensions }: SeasonStage, end: Date) {
  const audiences = groupExtensions.flatMap(({ audience, closesAt }) => (closesAt >= end && audience ? [audience] : []))
  return audiences.some(isForAll) ? sql`true` : sql`p.region = any(${audiences.flatMap(regionsOf)}::text[])`
}

const tellAll = (
  tx: Tx,
  services: Services,
  { season }: Run,
  ids: readonly number[],
  { title, text, words = 'Открыть этапы' }: { title: string; text: string; words?: string },
) =>
  messagePeople(
    tx,
    services,
    ids.map((accountId) => ({ accountId, text })),
    { kind: 'stages', title, link: { path: `/${season.code}`, words } },
  )

/** A stage at which each person works alone: the work of a team is decided as a whole, elsewhere. */
function stageOfOne(season: Season, act: { stage: string }): SeasonStage {
  const stage = stageOf(season, act)
  if (stage.kind?.contract.work !== 'person') throw new Refusal('act_unfit')
  return stage
}

/** The stage whose kind moves people between tracks, with that part of the kind. */
function movingStage(season: Season, act: Of<'move'>): { stage: SeasonStage; moves: MovesPeople } {
  const stage = stageOf(season, act)
  const moves = stage.kind?.moves
  if (!moves) throw new Refusal('act_unfit')
  if (!moves.tracks(stage).includes(act.track)) throw new Refusal('unknown_track')
  return { stage, moves }
}

const trackTitle = ({ tracks }: Season, code: string) => tracks.find((track) => track.code === code)?.title ?? code

const titleOf = (season: Season, { stage }: { stage: string }) => quoted(season.byCode.get(stage)?.title ?? stage)

const factsWhere = ({ id }: SeasonStage, condition: RawBuilder<unknown>) =>
  sql`exists (select from stage_facts f where f.account_id = p.account_id and f.stage_id = ${id} and (${condition}))`

/** Why an act at a stage leaves a person out: `why` when the condition on their facts `f` holds. */
function skipIf(season: Season, act: { stage: string }, condition: RawBuilder<unknown>, why: Skip, not = false) {
  const stage = stageOf(season, act)
  const holds = factsWhere(stage, condition)
  return sql<string | null>`case
    when p.door <> 'participant' then 'supporter'
    when p.disqualified_at is not null then 'shut_out'
    when not ${isStageFor(stage)} then 'not_meant'
    when ${not ? sql`not ${holds}` : holds} then ${why}
    when ${awaitsProtocol(stage.id, sql`p.account_id`)} then 'in_protocol' end`
}
const skipUnless = (season: Season, act: { stage: string }, condition: RawBuilder<unknown>, why: Skip) =>
  skipIf(season, act, condition, why, true)

const settleAll = (
  tx: Tx,
  services: Services,
  { season, reason, confirmed_by: decidedBy }: Run,
  { outcome, ...act }: { stage: string; outcome: StageOutcome },
  accountIds: readonly number[],
) => settleAndTell(tx, services, { stageId: stageOf(season, act).id, outcome, accountIds, reason, decidedBy })

/** A published decision is not taken back, because people have read it; `undoBulkAct` refuses such acts. */
const final = async () => {}

const rules: { [Kind in BulkActKind]: Rules<Kind> } = {
  tag: {
    tells: false,
    check: nothing,
    skip: (_season, { tag }) => sql`case when ${tag.trim()} = any(p.tags) then 'tagged'
      when cardinality(p.tags) >= ${maxTags} then 'too_many_tags' end`,
    apply: (tx, services, run, { tag }, ids) => addTag(tx, services, run, tag.trim(), ids),
    undo: (tx, services, run, { tag }, ids) => removeTag(tx, services, run, tag.trim(), ids),
    inWords: (_season, { tag }) => `Поставить метку ${quoted(tag.trim())}`,
  },
  untag: {
    tells: false,
    check: nothing,
    skip: (_season, { tag }) => sql`case when not ${tag.trim()} = any(p.tags) then 'untagged' end`,
    apply: (tx, services, run, { tag }, ids) => removeTag(tx, services, run, tag.trim(), ids),
    undo: (tx, services, run, { tag }, ids) => addTag(tx, services, run, tag.trim(), ids),
    inWords: (_season, { tag }) => `Снять метку ${quoted(tag.trim())}`,
  },
  extend: {
    tells: true,
    check(season, act, now) {
      const stage = stageOf(season, act)
      if (!stage.closesAt) throw new Refusal('extension_useless')
      const end = parseWire(act.closes_at)
      const latest = new Date(now.getTime() + maxExtensionDays * 24 * 3_600_000)
      const before = stage.closesAt > now ? stage.closesAt : now
      if (!end || end <= before || end > latest)
        throw new Refusal('extension_too_short', { values: { before: showDateTime(before) } })
    },
    skip(season, act) {
      const [stage, end] = [stageOf(season, act), endOf(act)]
      return sql`case
        when p.door <> 'participant' then 'supporter'
        when p.disqualified_at is not null then 'shut_out'
        when not ${isStageFor(stage)} then 'not_meant'
        when exists (select from stage_facts f where f.account_id = p.account_id and f.stage_id = ${stage.id}
          and (f.submitted_at is not null or f.passed_at is not null)) then 'handed_in'
        when p.track_code = any(${tracksUntil(stage, end)}::text[]) or ${groupUntil(stage, end)}
          or exists (select from stage_extensions e where e.account_id = p.account_id and e.stage_id = ${stage.id}
            and e.closes_at >= ${end}::timestamptz) then 'longer'
        end`
    },
    async apply(tx, services, run, act, ids) {
      const [stage, end] = [stageOf(run.season, act), endOf(act)]
      await sql`insert into stage_extensions
          (stage_id, account_id, closes_at, reason, granted_by, granted_at, bulk_act_id)
        select ${stage.id}, account_id, ${end}::timestamptz, ${run.reason}, ${run.asked_by}::integer,
          ${run.asked_at}::timestamptz, ${run.id} from unnest(${[...ids]}::integer[]) as account_id`.execute(tx)
      await tellAll(tx, services, run, ids, {
        title: `Вам продлили срок этапа ${quoted(stage.title)}`,
        text: `Сдать можно до ${showDateTime(end)} по Москве. Причина: ${run.reason}`,
      })
    },
    async undo(tx, services, run, act, ids) {
      const stage = stageOf(run.season, act)
      await sql`delete from stage_extensions where bulk_act_id = ${run.id} and ${among(ids)}`.execute(tx)
      // The stage ends earlier again, and so drafts are handed in automatically earlier too.
      await sql`update stage_drafts set due_at = '-infinity'
        where stage_id = ${stage.id} and ${among(ids)} and due_at is not null`.execute(tx)
      await tellAll(tx, services, run, ids, {
        title: `Срок этапа ${quoted(stage.title)} снова прежний`,
        text: `Продление до ${showDateTime(endOf(act))} отменено. Ваш срок смотрите на странице конкурса.`,
      })
    },
    inWords: (season, act) =>
      `Продлить этап ${quoted(season.byCode.get(act.stage)?.title ?? act.stage)} до ${showDateTime(endOf(act))}`,
  },
  disqualify: {
    tells: true,
    check: nothing,
    skip: () => sql`case when p.disqualified_at is not null then 'shut_out' end`,
    async apply(tx, services, run, { title, text }, ids) {
      const words = { title: title.trim(), text: text.trim() }
      await sql`update participations set disqualified_at = ${run.asked_at}::timestamptz,
          infoblock_title = ${words.title}, infoblock_text = ${words.text}
        where competition_code = ${run.season.code} and ${among(ids)}`.execute(tx)
      await noteActs(tx, services, run, run.asked_by, ['disqualified', ''], ids)
      await tellAll(tx, services, run, ids, { ...words, words: 'Открыть конкурс' })
    },
    async undo(tx, services, run, _act, ids) {
      // A person who was restored and disqualified again since then stays disqualified.
      const { rows } = await sql<{ account_id: number }>`
        update participations set disqualified_at = null, infoblock_title = '', infoblock_text = ''
        where competition_code = ${run.season.code} and ${among(ids)}
          and disqualified_at = ${run.asked_at}::timestamptz returning account_id`.execute(tx)
      const restored = rows.map(({ account_id }) => account_id)
      await noteActs(tx, services, run, run.asked_by, ['restored', ''], restored)
      await tellAll(tx, services, run, restored, {
        title: 'Вы снова участвуете в конкурсе',
        text: 'Решение о вашем отстранении отменено. Сроки этапов смотрите на странице конкурса.',
      })
    },
    inWords: (_season, { title }) => `Отстранить от конкурса: ${quoted(title.trim())}`,
  },
  return: {
    tells: true,
    check(season, act) {
      const { kind } = stageOfOne(season, act)
      // An attempt runs only once, and kinds without work, such as rules, have nothing to open again.
      if (!kind?.work || kind.attempts) throw new Refusal('act_unfit')
    },
    skip: (season, act) =>
      skipUnless(
        season,
        act,
        sql`f.submitted_at is not null or f.passed_at is not null or f.failed_at is not null`,
        'not_handed_in',
      ),
    async apply(tx, services, run, act, ids) {
      await settleAll(tx, services, run, { ...act, outcome: 'returned' }, ids)
    },
    undo: final,
    inWords: (season, act) => `Открыть работу заново: ${titleOf(season, act)}`,
  },
  result: {
    tells: true,
    check: (season, act) => void stageOfOne(season, act),
    skip: (season, act) => {
      const at = sql.ref(act.outcome === 'passed' ? 'f.passed_at' : 'f.failed_at')
      const works = sql`select from works w where w.stage_id = ${stageOf(season, act).id} and w.account_id = p.account_id`
      return sql<string | null>`coalesce(${skipIf(season, act, sql`${at} is not null`, 'same_result')},
        case when exists (${works} and ${stopsOutcome(act.outcome)}) then 'work_stopped' end)`
    },
    apply: (tx, services, run, act, ids) => settleAll(tx, services, run, act, ids),
    undo: final,
    inWords: (season, act) =>
      `Назначить результат: ${titleOf(season, act)} ${act.outcome === 'passed' ? 'пройден' : 'не пройден'}`,
  },
  annul: {
    tells: true,
    check: (season, act) => void stageOfOne(season, act),
    skip: (season, act) =>
      skipUnless(season, act, sql`f.passed_at is not null or f.failed_at is not null`, 'undecided'),
    async apply(tx, services, run, act, ids) {
      const stage = stageOf(run.season, act)
      const now = services.clock()
      const undecided = { passedAt: null, failedAt: null, returnedAt: null, processingAt: null, interruptedAt: null }
      await recordFacts(tx, { accountId: ids, stageId: stage.id }, { ...undecided, reasons: [] }, now)
      // Hand-ins wait for a decision again.
      await sql`update works w set waits_since = ${now}::timestamptz
        where w.stage_id = ${stage.id} and w.account_id = any(${[...ids]}::integer[]) and w.waits_since is null
          and exists (select from stage_facts f where f.stage_id = w.stage_id and f.account_id = w.account_id
            and f.submitted_at is not null)`.execute(tx)
      await noteActs(tx, services, run, run.asked_by, ['annulled', stage.title], ids)
      await tellAll(tx, services, run, ids, {
        title: `Результат этапа ${quoted(stage.title)} аннулирован`,
        text: `Причина: ${run.reason}`,
      })
    },
    undo: final,
    inWords: (season, act) => `Аннулировать результат: ${titleOf(season, act)}`,
  },
  move: {
    tells: true,
    check: (season, act) => void movingStage(season, act),
    skip: (season, act) => sql`case
      when p.door <> 'participant' then 'supporter'
      when p.disqualified_at is not null then 'shut_out'
      when not ${isStageFor(stageOf(season, act))} then 'not_meant'
      when p.track_code = ${act.track} then 'same_track' end`,
    places: {
      left(db, season, act, except) {
        const { stage, moves } = movingStage(season, act)
        return moves.left(db, stage, act.track, except)
      },
      // The same order of locks as when an organiser moves one person: facts first, then places.
      async lock(tx, season, act, ids) {
        const { stage, moves } = movingStage(season, act)
        await lockFactsOfMany(tx, ids, stage.id)
        await moves.lock(tx, stage)
      },
    },
    async loses(db, season, { track }, people) {
      const hidden = season.stages.filter(({ tracks }) => tracks.length > 0 && !tracks.includes(track))
      if (hidden.length === 0) return []
      const { rows } = await sql<{ stage_id: number; people: number; handed_in: number }>`
        select f.stage_id, count(*)::int as people,
          (count(*) filter (where f.submitted_at is not null or f.passed_at is not null))::int as handed_in
        from stage_facts f
        where f.stage_id = any(${hidden.map(({ id }) => id)}::integer[]) and f.account_id in (${people})
          and (f.started_at is not null or f.submitted_at is not null or f.passed_at is not null)
        group by f.stage_id`.execute(db)
      return hidden.flatMap(({ id, title }) =>
        rows.flatMap(({ stage_id, ...counts }) => (stage_id === id ? [{ title, ...counts }] : [])),
      )
    },
    async apply(tx, services, run, act, ids) {
      const { stage, moves } = movingStage(run.season, act)
      const title = trackTitle(run.season, act.track)
      await moves.give(tx, { stageId: stage.id, accountIds: ids, code: act.track, title }, services.clock())
      await noteActs(tx, services, run, run.asked_by, ['moved', title], ids)
      await tellAll(tx, services, run, ids, {
        title: `Вас перевели в трек ${quoted(title)}`,
        text: `Причина: ${run.reason}\n\nТо, что вы сделали в прежнем треке, сохранится. Этапы нового трека смотрите на странице конкурса.`,
      })
    },
    undo: final,
    inWords: (season, { track }) => `Перевести в трек ${quoted(trackTitle(season, track))}`,
  },
}

/** The rules of an act's own kind. */
export const rulesOf = <Kind extends BulkActKind>(act: Of<Kind>): Rules<BulkActKind> =>
  rules[act.kind] as unknown as Rules<BulkActKind>
