import type { Place } from '#server/review/judging/store.ts'
import type { Services } from '#server/services.ts'
import { fullName } from '#shared/platform/names/full-name.ts'
import { formatWire } from '#shared/platform/time/moscow.ts'
import {
  type LoadedBracket,
  loadBracket,
  type MatchRow,
  nameOfRound,
  playoffOf,
  playoffStage,
} from './bracket-store.ts'
import { conflictsIn } from './conflicts.ts'
import { candidatesFor } from './draw.ts'

const wire = (at: Date | null) => at && formatWire(at)

/** A match as everybody may see it: points and winner only after they are published. */
export function standingOf(loaded: LoadedBracket, match: MatchRow) {
  const { id, round, place, a, b, a_bye, b_bye, won, state, starts_at, minutes, paused_at, published_at } = match
  const shown = published_at !== null
  return {
    ...{ match_id: id, round, place, name: nameOfRound(loaded, match), a, b, a_bye, b_bye, minutes },
    // That all judges have marked stays hidden until the result is published.
    state: state === 'decided' && !shown ? ('judging' as const) : state,
    ...{ won: shown ? won : null, score_a: shown ? match.score_a : null, score_b: shown ? match.score_b : null },
    ...{ starts_at: wire(starts_at), paused: paused_at !== null },
  }
}

export const clockOf = ({ started_at, paused_at, paused_ms, ended_at }: MatchRow) => ({
  ...{ started_at: wire(started_at), paused_at: wire(paused_at), ended_at: wire(ended_at) },
  paused_seconds: Math.round(paused_ms / 1000),
})

export const entrantOnTheWire = ({ id, seed, number, name, gone }: LoadedBracket['entrants'][number]) => ({
  ...{ entrant_id: id, seed, number, name, gone },
})

export const rulesOnTheWire = ({ rules }: LoadedBracket) => ({
  ...{ third: rules.third, lucky: rules.lucky, passes: rules.passes, judges: rules.judges },
  ...{ no_show_minutes: rules.no_show_minutes, tie_break: [...rules.tie_break], criteria: [...rules.criteria] },
})

/** The bracket with its schedule and judges, for an organiser. */
export async function readPanel(services: Services, place: Place) {
  const { db } = services
  const { season, stage, settings } = await playoffStage(services, place)
  const loaded = await loadBracket(db, stage.id)
  const playoff = loaded ? null : await playoffOf(db, stage.id)
  const judges = await db
    .selectFrom('stage_staff as t')
    .innerJoin('accounts as a', 'a.id', 't.account_id')
    .select(['a.id', 'a.test_id', 'a.first_name', 'a.last_name', 'a.email'])
    .where('t.stage_id', '=', stage.id)
    .where('t.duty', '=', 'judge')
    .orderBy('a.last_name')
    .orderBy('a.id')
    .execute()
  const numbers = new Map(judges.map(({ id, test_id }) => [id, test_id]))
  const conflicts = loaded ? await conflictsIn(db, stage.id) : []
  const barred = new Set(conflicts.map(({ judge, work }) => `${judge} ${work}`))
  const assigned = await db
    .selectFrom('playoff_judges as j')
    .innerJoin('playoff_matches as m', 'm.id', 'j.match_id')
    .innerJoin('accounts as a', 'a.id', 'j.judge_id')
    .select(['j.match_id', 'j.judge_id', 'j.chair', 'j.done_at', 'j.abstained', 'a.test_id'])
    .select(['a.first_name', 'a.last_name'])
    .where('m.stage_id', '=', stage.id)
    .orderBy('j.chair', 'desc')
    .orderBy('a.last_name')
    .orderBy('a.id')
    .execute()
  const judgesOf = ({ id, a, b }: MatchRow) =>
    assigned
      .filter(({ match_id }) => match_id === id)
      .map(({ judge_id, test_id, chair, done_at, abstained, ...name }) => ({
        ...{ test_id, chair, abstained, done: done_at !== null, name: fullName(name) || `Судья ${test_id}` },
        conflict: barred.has(`${judge_id} ${a}`) || barred.has(`${judge_id} ${b}`),
      }))
  return {
    ...{ entrants_are: settings.entrants, size: settings.size },
    candidates: loaded ? loaded.entrants.length : (await candidatesFor(db, season, settings)).length,
    draw: loaded
      ? { seed: loaded.seed, throws: loaded.throws, drawn_at: wire(loaded.drawnAt), seeding: loaded.rules.seeding }
      : playoff && { seed: playoff.seed, throws: playoff.throws, drawn_at: null, seeding: settings.seeding },
    rules: loaded && rulesOnTheWire(loaded),
    entrants: (loaded?.entrants ?? []).map((entrant) => ({
      ...entrantOnTheWire(entrant),
      ...{ rating: entrant.rating, people: entrant.people.length, dropped: entrant.dropped !== null },
    })),
    matches: loaded
      ? loaded.matches.map((match) => ({
          ...standingOf(loaded, match),
          ...clockOf(match),
          ...{ state: match.state, score_a: match.score_a, score_b: match.score_b, won: match.won },
          ...{ room: match.room, link: match.link, task: match.task, reason: match.reason, revision: match.revision },
          ...{ published: match.published_at !== null, decided_by: match.decided_by, judges: judgesOf(match) },
        }))
      : [],
    judges: judges.map(({ test_id, email, ...name }) => ({ test_id, name: fullName(name) || (email ?? '') })),
    conflicts: conflicts.flatMap(({ judge, work }) => {
      const number = numbers.get(judge)
      return number === undefined ? [] : [{ judge: number, entrant: work }]
    }),
  }
}
