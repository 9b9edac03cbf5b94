import type { Services } from '#server/services.ts'
import { oneStage } from '#server/stages/one-stage.ts'
import { askPerson, type PersonStages } from '#server/stages/person-stages.ts'
import { lastHandIn } from '#server/stages/work-owner.ts'
import { aboutTrack } from '#shared/kinds/choose_tracks/about-track.ts'
import { methodInWords } from '#shared/kinds/choose_tracks/allocate.ts'
import { chooseTracksFacts } from '#shared/kinds/choose_tracks/kind.ts'
import { formatWire } from '#shared/platform/time/moscow.ts'
import { chosenIn } from './answer.ts'
import { effectOf } from './effect.ts'
import { placesLeft, settingsOf, takenPlaces, titleOf } from './places.ts'
import { givesOutLater, mayChoose, type OwnTrack } from './standing.ts'
import { teamAt } from './team.ts'

const answers = { met: 'yes', pending: 'later', failed: 'no' } as const

/** The tracks as this person may choose them, and the person's choice. */
export async function readTracks({ db, seasons, clock }: Services, accountId: number, stageId: number) {
  const now = clock()
  const stage = await oneStage(db, seasons, accountId, { stageId, type: chooseTracksFacts.type }, now)
  const { row, all } = stage
  const settings = settingsOf(row)
  const own = stage.own.standing as OwnTrack
  const [taken, team, handIn] = await Promise.all([
    takenPlaces(db, stageId),
    teamAt(db, all),
    lastHandIn(db, { stageId, accountId, teamId: null }),
  ])
  const mates = (team?.members ?? []).filter((mate) => mate.account_id !== accountId)
  const captain = settings.whose === 'team' ? (team?.captain ?? null) : null
  const asked = settings.tracks.map((track) => ({ ...track, answer: askPerson(all, track.gate) }))
  const nothingElse = !asked.some(({ code, answer }) => answer.state === 'met' && code !== settings.open_track)
  const later = givesOutLater(row, own)
  const title = (code: string) => titleOf(all.season, code)
  return {
    tracks: asked.map((track) => {
      const { code, letter, answer } = track
      return {
        ...{ code, letter, title: title(code) },
        description: all.season.tracks.find((one) => one.code === code)?.description ?? '',
        fits: answers[answer.state],
        reasons: answer.reasons.map(aboutTrack),
        left: placesLeft(track, taken),
        ...datesOf(all, code),
        ...effectOf(all, code, now),
        mates: mates.filter((mate) => mate.track_code === code).length,
        offered: code === settings.open_track && nothingElse,
      }
    }),
    max: settings.max,
    method: settings.mode === 'at_once' ? null : methodInWords(settings.mode, settings.whose),
    score_of: settings.mode === 'at_once' ? '' : (all.season.byCode.get(settings.score_of)?.title ?? ''),
    may_change: mayChoose(stage, now, null) && (captain === null || captain.accountId === accountId),
    chosen: chosenIn(handIn?.data ?? {}).filter((code) => settings.tracks.some((track) => track.code === code)),
    track: own.track,
    asked: own.asked,
    way: own.way,
    usual: settings.default_track === '' ? null : title(settings.default_track),
    captain: captain && { name: captain.name, me: captain.accountId === accountId, mates: mates.length },
    apart: !later && isApart(team?.members ?? []),
    confirmation: settings.confirmation,
  }
}

/** Whether members of a team are in different tracks. */
const isApart = (members: readonly { track_code: string | null }[]) =>
  new Set(members.flatMap(({ track_code }) => track_code ?? [])).size > 1

/** When the stages that only this track has open and close. */
function datesOf({ season }: PersonStages, track: string) {
  const own = season.stages.filter((stage) => stage.published && stage.tracks.includes(track))
  const moments = (pick: (stage: (typeof own)[number]) => Date | null) =>
    own.flatMap((stage) => pick(stage)?.getTime() ?? []).toSorted((one, other) => one - other)
  const opens = moments((stage) => stage.trackWindows[track]?.opensAt ?? stage.opensAt).at(0)
  const closes = moments((stage) => stage.trackWindows[track]?.closesAt ?? stage.closesAt).at(-1)
  const wire = (moment: number | undefined) => (moment === undefined ? null : formatWire(new Date(moment)))
  return { opens_at: wire(opens), closes_at: wire(closes) }
}
