import type { Db } from '#server/db.ts'
import type { Services } from '#server/services.ts'
import { settingsAt } from '#server/stages/kind.ts'
import { oneStage } from '#server/stages/one-stage.ts'
import { otherSide, type Side } from '#shared/kinds/playoff/bracket.ts'
import { playoffKind } from '#shared/kinds/playoff/contract.ts'
import { reasonFor } from '#shared/kinds/playoff/match-reason.ts'
import { decidedWords, twoDigits } from '#shared/kinds/playoff/match-result.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { formatWire } from '#shared/platform/time/moscow.ts'
import {
  type Entrant,
  entrantIn,
  type LoadedBracket,
  loadBracket,
  type MatchRow,
  type PlayoffSettings,
  playoffType,
} from './bracket-store.ts'
import { clockOf, entrantOnTheWire, rulesOnTheWire, standingOf } from './read-panel.ts'

/** The bracket as participants see it, with all data of the person's own matches. */
export async function readPlayoff({ db, seasons, clock }: Services, accountId: number, stageId: number) {
  const stage = await oneStage(db, seasons, accountId, { stageId, type: playoffType }, clock())
  // Names of people are shown only to participants.
  if (stage.all.person.door === null) throw new Refusal('stage_not_found')
  const settings = settingsAt(playoffKind, stage.row)
  const loaded = await loadBracket(db, stageId)
  const me = loaded?.entrants.find(({ people }) => people.some((one) => one.accountId === accountId)) ?? null
  const own = (loaded?.matches ?? []).filter(({ a, b }) => me !== null && (a === me.id || b === me.id))
  const marks = await marksOf(db, own)
  return {
    drawn: loaded !== null,
    entrants_are: settings.entrants,
    draw: loaded && {
      ...{ seed: loaded.seed, throws: loaded.throws, seeding: loaded.rules.seeding },
      drawn_at: formatWire(loaded.drawnAt),
    },
    rules: loaded && rulesOnTheWire(loaded),
    me: me?.id ?? null,
    entrants: (loaded?.entrants ?? []).map(entrantOnTheWire),
    matches: loaded?.matches.map((match) => standingOf(loaded, match)) ?? [],
    own: loaded && me ? own.map((match) => ownMatch(loaded, settings, { me, match, marks })) : [],
  }
}

interface Own {
  me: Entrant
  match: MatchRow
  marks: Awaited<ReturnType<typeof marksOf>>
}

function ownMatch(loaded: LoadedBracket, settings: PlayoffSettings, { me, match, marks }: Own) {
  const side: Side = match.a === me.id ? 'a' : 'b'
  const opponent = entrantIn(loaded, match[otherSide(side)])
  // The task of a match is shown only to its players.
  const set = opponent !== null && match.starts_at !== null
  return {
    ...{ match_id: match.id, side, ...clockOf(match), room: match.room, link: match.link },
    task: set ? match.task || settings.task : '',
    materials: set ? [...settings.materials] : [],
    opponent: opponent && settings.opponent_card ? cardOf(opponent) : null,
    result: match.published_at === null ? null : resultOf(loaded, match, side, marks),
  }
}

const cardOf = ({ name, seed, region, rating, about, teamId, people }: Entrant) => ({
  ...{ name, seed, region, rating, about, members: teamId === null ? [] : people.map((one) => one.name) },
})

const marksOf = (db: Db, matches: readonly MatchRow[]) =>
  matches.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('playoff_judges')
        .select(['match_id', 'marks', 'comment_a', 'comment_b'])
        .where(
          'match_id',
          'in',
          matches.map(({ id }) => id),
        )
        .where('done_at', 'is not', null)
        .orderBy('done_at')
        .execute()

/** The mean mark of each criterion and the judges' comments for this side, without names of judges. */
function resultOf({ rules }: LoadedBracket, match: MatchRow, side: Side, all: Own['marks']) {
  const judged = match.score_a === null ? [] : all.filter(({ match_id }) => match_id === match.id)
  const mean = (code: string) =>
    twoDigits(judged.reduce((sum, { marks }) => sum + (marks?.[code] ?? 0), 0) / Math.max(1, judged.length))
  const how = match.decided_by ? decidedWords[match.decided_by] : ''
  return {
    words: [reasonFor(match, side), how].filter(Boolean).join('. '),
    marks:
      judged.length === 0
        ? []
        : rules.criteria.map(({ code, title, max }) => ({ title, max, a: mean(`a_${code}`), b: mean(`b_${code}`) })),
    comments: judged.map((one) => (side === 'a' ? one.comment_a : one.comment_b)).filter((text) => text !== ''),
  }
}
