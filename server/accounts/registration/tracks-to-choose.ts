import type { Db } from '#server/db.ts'
import type { SeasonStage } from '#server/stages/season.ts'
import type { Seasons } from '#server/stages/seasons.ts'
import { formatWire } from '#shared/platform/time/moscow.ts'

/** The tracks of a competition, with the description, the number of stages and the dates that help to choose. */
export async function tracksToChoose(db: Db, seasons: Seasons, competitionCode: string) {
  const season = await seasons.of(db, competitionCode)
  return (season?.tracks ?? []).map(({ code, title, description }) => {
    const stages = (season?.stages ?? []).filter((stage) => isWorkOf(stage, code))
    const dates = (pick: (stage: SeasonStage) => Date | null) =>
      stages.flatMap((stage) => pick(stage)?.getTime() ?? []).sort((one, other) => one - other)
    const opens = dates((stage) => stage.trackWindows[code]?.opensAt ?? stage.opensAt).at(0)
    const closes = dates((stage) => stage.trackWindows[code]?.closesAt ?? stage.closesAt).at(-1)
    return {
      code,
      title,
      description,
      stages: stages.length,
      opens_at: opens === undefined ? null : formatWire(new Date(opens)),
      closes_at: closes === undefined ? null : formatWire(new Date(closes)),
    }
  })
}

/** A published stage of this track with work to do. The registration is left out: it is the same for all tracks. */
const isWorkOf = ({ published, type, tracks }: SeasonStage, track: string) =>
  published && type !== 'group' && type !== 'registration' && (tracks.length === 0 || tracks.includes(track))
