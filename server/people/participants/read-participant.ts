import { type ParticipantName, participantOf } from '#server/seasons/participant-of.ts'
import type { Services } from '#server/services.ts'
import { personFacts } from '#server/stages/person-facts.ts'
import { conditionsToOpen, type PersonStage, type PersonStages, withStatuses } from '#server/stages/person-stages.ts'
import { seasonOf } from '#server/stages/stored-stage.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { formalName } from '#shared/platform/names/full-name.ts'
import { formatWire } from '#shared/platform/time/moscow.ts'
import type { StageStatus } from '#shared/stages/status.ts'
import { groupType } from '#shared/stages/tree.ts'
import { windowInWords } from '#shared/stages/window-in-words.ts'
import { historyOf } from './history.ts'

/** One participant for an organiser: the stages with the statuses that the participant sees, and the history. */
export async function readParticipant(services: Services, name: ParticipantName) {
  const { db, clock } = services
  const person = await participantOf(db, name)
  const stages = await stagesOf(services, name.competition, person.id, clock())
  const regions = (await services.dictionaries.now(db)).byName.get('regions')?.items ?? []
  const region = regions.find(({ id }) => id === person.region)?.value ?? null
  return {
    competition_title: stages.season.title,
    test_id: person.test_id,
    name: formalName(person),
    email: person.email,
    email_verified: person.email_verified_at !== null,
    phone: person.phone,
    region,
    track: stages.season.tracks.find(({ code }) => code === person.track_code)?.title ?? null,
    supporter: person.door === 'supporter',
    joined_at: formatWire(person.joined_at),
    finalist_at: person.finalist_at && formatWire(person.finalist_at),
    tags: person.tags,
    disqualification: person.disqualified_at && {
      title: person.infoblock_title,
      text: person.infoblock_text,
      since: formatWire(person.disqualified_at),
    },
    stages: stages.stages
      .filter(({ row }) => row.type !== groupType && row.published)
      .map((stage) => stageForOrganiser(stages, stage, region)),
    history: await historyOf(db, person.id, name.competition),
  }
}

/** The person's stages in a season that may not be published yet. */
export async function stagesOf(
  { db, seasons }: Pick<Services, 'db' | 'seasons'>,
  competition: string,
  accountId: number,
  now: Date,
): Promise<PersonStages> {
  const season = await seasonOf(db, seasons, competition)
  const read = await personFacts(db, accountId, season, now)
  if (!read) throw new Refusal('competition_not_found')
  return withStatuses(season, read.found, undefined, now)
}

/** Statuses in which more time helps a person to hand in. */
const extendable: readonly StageStatus[] = ['available', 'in_progress', 'interrupted', 'timeover', 'wait']

export const mayBeExtended = ({ state, facts }: PersonStage): boolean =>
  extendable.includes(state.status) && state.window.closesAt !== null && facts.submittedAt === null

function stageForOrganiser(all: PersonStages, stage: PersonStage, region: string | null) {
  const { row, facts, state } = stage
  const { opensAt, closesAt } = state.window
  return {
    code: row.code,
    title: row.title,
    kind_title: row.kind?.contract.title ?? row.type,
    status: state.status,
    reason: state.reason,
    conditions: conditionsToOpen(all, stage).map(({ state: met, text }) => ({ state: met, text })),
    opens_at: opensAt && formatWire(opensAt),
    closes_at: closesAt && formatWire(closesAt),
    window: windowInWords(row, facts, region),
    handed_in_at: facts.submittedAt && formatWire(facts.submittedAt),
    extendable: mayBeExtended(stage),
  }
}
