import { groupBy } from '#shared/platform/lists/group-by.ts'
import type { Gate } from '#shared/stages/gate.ts'
import type { Season, SeasonStage } from './season.ts'

/** What makes a stage part of another. */
export interface PartOf {
  /** The stage above it. */
  whole: number
  /** Codes of parts that must be handed in first. */
  after: readonly string[]
  /** The stage as it is stored, without values inherited from the whole. */
  own: SeasonStage
}

/** Fills in the parts of a stage: values that a part lacks are inherited from the whole. */
export function withParts(stages: readonly SeasonStage[]): SeasonStage[] {
  const wholes = new Map(stages.flatMap((stage) => (stage.kind?.whole ? [[stage.id, stage] as const] : [])))
  if (wholes.size === 0) return [...stages]
  const below = groupBy(stages, ({ parentId }) => parentId)
  return stages.map((stage) => {
    const whole = stage.parentId === null ? undefined : wholes.get(stage.parentId)
    if (!whole?.kind?.whole) return stage
    const parts = below.get(whole.id) ?? []
    const after = whole.kind.whole.before(whole, parts, stage)
    const accepted = whole.kind.whole.accepted?.(whole, parts, stage) ?? []
    return framed(whole, stage, accepted, { whole: whole.id, after, own: stage })
  })
}

/** The parts of a stage, in the organiser's order. */
export const partsOf = <S extends { part: PartOf | null }>(stages: readonly S[], whole: { id: number }): S[] =>
  stages.filter(({ part }) => part?.whole === whole.id)

/** A part without its own end: people are reminded of the end of the whole. */
export const endsWithWhole = ({ part }: Pick<SeasonStage, 'part'>): boolean => part?.own.closesAt === null

/** The title of a part outside its whole. */
export function titleWithin({ byId }: Pick<Season, 'byId'>, { part, title }: SeasonStage): string {
  const whole = part && byId.get(part.whole)
  return whole ? `${whole.title}. ${title}` : title
}

function framed(whole: SeasonStage, own: SeasonStage, accepted: readonly string[], part: PartOf): SeasonStage {
  const dated = own.opensAt !== null || own.closesAt !== null
  return {
    ...own,
    part,
    opensAt: later(own.opensAt, whole.opensAt),
    closesAt: own.closesAt ?? whole.closesAt,
    trackWindows: dated ? own.trackWindows : { ...whole.trackWindows, ...own.trackWindows },
    clock: dated ? own.clock : whole.clock,
    tracks: own.tracks.length > 0 ? own.tracks : whole.tracks,
    requires: [...whole.requires, ...own.requires, ...accepted],
    gate: both(whole.gate, own.gate),
    closedToFinalists: own.closedToFinalists || whole.closedToFinalists,
    submitDraftAtEnd: own.submitDraftAtEnd || whole.submitDraftAtEnd,
    viewable: own.viewable || whole.viewable,
    published: own.published && whole.published,
    reopenings: [...whole.reopenings, ...own.reopenings].sort((one, other) => one.at.getTime() - other.at.getTime()),
    groupExtensions: [...whole.groupExtensions, ...own.groupExtensions],
    incidents: [...whole.incidents, ...own.incidents],
  }
}

const later = (one: Date | null, other: Date | null) => (one === null || (other !== null && other > one) ? other : one)

const both = (one: Gate | null, other: Gate | null): Gate | null =>
  one === null ? other : other === null ? one : { all: [one, other] }
