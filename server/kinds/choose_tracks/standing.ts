import { sql } from 'kysely'
import { type Standing, settingsAt } from '#server/stages/kind.ts'
import type { PersonStage } from '#server/stages/person-stages.ts'
import { chooseTracksKind } from '#shared/kinds/choose_tracks/contract.ts'
import { quoted } from '#shared/platform/text/quoted.ts'
import { type StageFacts, type StageRules, type StageState, stageStatus } from '#shared/stages/stage-status.ts'
import type { StageStatus } from '#shared/stages/status.ts'
import { acceptsArrival } from '#shared/stages/window.ts'
import type { TrackWay } from './tables.ts'

/** The person's data at a stage where tracks are chosen. Titles are empty where there is no place. */
export interface OwnTrack {
  track: string | null
  title: string
  asked: string | null
  askedTitle: string
  way: TrackWay | null
  /** The track for people who have not chosen. */
  usual: string
  /** Places were given out after the end. */
  allocated: boolean
}

const title = (code: ReturnType<typeof sql>) => sql`coalesce((
  select t.title from tracks t where t.competition_code = s.competition_code and t.code = ${code}), '')`

export const trackStanding: Standing = {
  column: ({ accountId, competitionCode }) => sql<Record<string, OwnTrack> | null>`(
    select json_object_agg(s.id, json_build_object(
      'track', l.track_code, 'title', ${title(sql`l.track_code`)},
      'asked', l.asked_code, 'askedTitle', ${title(sql`l.asked_code`)}, 'way', l.way,
      'usual', ${title(sql`s.settings ->> 'default_track'`)},
      'allocated', exists (select from track_allocations o where o.stage_id = s.id)))
    from stages s
    left join track_places l on l.stage_id = s.id and l.account_id = ${accountId}
    where s.competition_code = ${competitionCode} and s.type = 'choose_tracks')`,
  read: (json) => json,
  state: (stage, facts, own, now) => trackState(stage, facts, own as OwnTrack, now),
  changes: (_own, { changesAt }) => [changesAt],
  team: () => null,
}

const workable: readonly StageStatus[] = ['available', 'in_progress']

/** The state of the stage as if nothing had been chosen yet. */
const unchosen = (stage: StageRules, facts: StageFacts, now: Date): StageState => {
  const none = { submittedAt: null, processingAt: null, interruptedAt: null, passedAt: null, failedAt: null }
  return stageStatus(stage, { ...facts, ...none }, now)
}

/** A choice may be made and changed while the stage is open to the person; later only if sent before the close. */
export function mayChoose(
  { row, facts }: Pick<PersonStage, 'row' | 'facts'>,
  now: Date,
  arrivedAt: Date | null,
): boolean {
  const state = unchosen(row, facts, now)
  if (workable.includes(state.status)) return true
  return arrivedAt !== null && state.status === 'timeover' && acceptsArrival(state.window, arrivedAt)
}

export const givesOutLater = (stage: PersonStage['row'], own: OwnTrack): boolean =>
  settingsAt(chooseTracksKind, stage).mode !== 'at_once' && !own.allocated

function trackState(
  stage: Parameters<Standing['state']>[0],
  facts: StageFacts,
  own: OwnTrack,
  now: Date,
): { facts: StageFacts; state: StageState } {
  // A person who was refused for another track stays in the current one.
  const stays = facts.failedAt !== null && own.track !== null && !facts.disqualified
  const known = stays ? { ...facts, failedAt: null, passedAt: facts.failedAt } : facts
  const state = stageStatus(stage, known, now)
  const said = (reason: string, more: Partial<StageState> = {}) => ({
    facts: known,
    state: { ...state, reason, reasons: [reason], ...more },
  })
  if (state.status === 'success' && own.track !== null)
    return said(
      stays
        ? `Другой трек не одобрен: ${because(facts)}. Ваш трек — ${quoted(own.title)}`
        : `Ваш трек — ${quoted(own.title)}`,
    )
  if (state.status === 'wait' && facts.submittedAt !== null) {
    const stay = own.track === null ? '' : `. До решения вы в треке ${quoted(own.title)}`
    if (own.asked !== null) return said(`Трек ${quoted(own.askedTitle)} ждёт одобрения${stay}`)
    const { closesAt } = state.window
    if (givesOutLater(stage, own))
      return said(
        closesAt !== null && closesAt <= now
          ? 'Выбор закрыт. Когда места распределят, мы сообщим'
          : 'Выбор принят. Места раздадут после закрытия этапа',
      )
  }
  if (state.status === 'not_allowed' && facts.failedAt !== null && !facts.disqualified) {
    const anew = unchosen(stage, facts, now)
    if (workable.includes(anew.status)) {
      const { status, changesAt } = anew
      return said(`Трек не одобрен: ${because(facts)}. Выберите другой`, { status, changesAt })
    }
  }
  if (state.status === 'timeover' && own.usual !== '')
    return said(`${state.reason}. Вас запишут в трек ${quoted(own.usual)}`)
  return { facts: known, state }
}

const because = ({ reasons }: StageFacts) => (reasons[0] ?? 'причина не названа').replace(/(?<![.!])[.!]+$/, '')
