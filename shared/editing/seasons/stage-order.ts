import { groupType } from '#shared/stages/tree.ts'

/** A stage in the organiser's tree. The list is in reading order. */
export interface PlacedStage {
  code: string
  parent: string | null
}

/** How deep groups may be nested. */
const maxDepth = 5

export interface KnownStage extends PlacedStage {
  type: string
  /** The work of the stage is done in the stages below it. */
  whole: boolean
}

/**
 * Whether this is a possible order of the known stages: no stage is missing or new, only groups contain others, and
 * below a stage with parts are exactly its own parts.
 */
export function isOrderOf(order: readonly PlacedStage[], known: readonly KnownStage[]): boolean {
  const before = new Map(known.map((stage) => [stage.code, stage]))
  const parents = new Map(order.map(({ code, parent }) => [code, parent]))
  if (parents.size !== order.length || order.length !== known.length) return false
  return order.every(({ code, parent }) => {
    const stage = before.get(code)
    if (!stage) return false
    const [from, to] = [stage.parent, parent].map((each) => (each === null ? null : before.get(each)))
    if (to === undefined) return false
    if ((from?.whole || to?.whole) && stage.parent !== parent) return false
    if (to && to.type !== groupType && !to.whole) return false
    return isShallow(code, parents)
  })
}

function isShallow(code: string, parents: ReadonlyMap<string, string | null>): boolean {
  let above = parents.get(code) ?? null
  for (let depth = 1; above !== null; depth += 1) {
    if (depth > maxDepth || above === code) return false
    above = parents.get(above) ?? null
  }
  return true
}

/** Moves a stage before or after another, or to the end of a group. Null when that place is not allowed. */
export function movedStage<S extends KnownStage>(
  stages: readonly S[],
  code: string,
  to: { place: 'before' | 'after' | 'on'; code: string },
): S[] | null {
  const moved = stages.find((stage) => stage.code === code)
  const target = stages.find((stage) => stage.code === to.code)
  if (!moved || !target || moved === target) return null
  const parent = to.place === 'on' ? target.code : target.parent
  const rest = stages.filter((stage) => stage !== moved)
  const at = rest.indexOf(target)
  const place = to.place === 'before' ? at : to.place === 'after' ? at + 1 : rest.length
  const next = rest.toSpliced(place, 0, { ...moved, parent })
  return isOrderOf(next, stages) ? next : null
}

export type Step = 'up' | 'down' | 'in' | 'out'

/** Moves a stage by one step among its neighbours. Null when that step is not possible. */
export function stepStage<S extends KnownStage>(stages: readonly S[], code: string, step: Step): S[] | null {
  const stage = stages.find((each) => each.code === code)
  if (!stage) return null
  const beside = stages.filter(({ parent }) => parent === stage.parent)
  const at = beside.indexOf(stage)
  const [above, below] = [beside[at - 1], beside[at + 1]]
  if (step === 'up') return above ? movedStage(stages, code, { place: 'before', code: above.code }) : null
  if (step === 'down') return below ? movedStage(stages, code, { place: 'after', code: below.code }) : null
  if (step === 'in') return above ? movedStage(stages, code, { place: 'on', code: above.code }) : null
  return stage.parent === null ? null : movedStage(stages, code, { place: 'after', code: stage.parent })
}
