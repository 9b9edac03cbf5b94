import { groupBy } from '#shared/platform/lists/group-by.ts'
import type { StageStatus } from './status.ts'

/** The kind of a stage that only contains other stages. */
export const groupType = 'group'

export interface FlatStage {
  stage_id: number
  parent_id: number | null
  type: string
  status: StageStatus
  is_active: boolean
  start_date: string | null
  end_date: string | null
}

export type TreeStage<S extends FlatStage> = S & { childs: TreeStage<S>[] }

/**
 * Builds the tree in the order of the list. Hidden stages are removed with everything below them, and so are groups
 * with nothing to show. A group takes its status, activity and missing dates from its stages. Stages below `maxDepth`
 * are shown at the deepest level, so that none of a participant's stages is lost.
 */
export function buildTree<S extends FlatStage>(stages: readonly S[], maxDepth: number): TreeStage<S>[] {
  const known = new Set(stages.map((stage) => stage.stage_id))
  const childrenOf = groupBy(stages, (stage) =>
    stage.parent_id !== null && known.has(stage.parent_id) ? stage.parent_id : null,
  )
  const grow = (parent: number | null, level: number): TreeStage<S>[] =>
    (childrenOf.get(parent) ?? []).flatMap((stage) => {
      if (stage.status === 'hidden') return []
      const childs = grow(stage.stage_id, level + 1)
      if (stage.type === groupType && childs.length === 0) return []
      const node = stage.type === groupType ? asGroup(stage, childs) : { ...stage, childs }
      return level >= maxDepth ? [{ ...node, childs: [] }, ...childs] : [node]
    })
  return grow(null, 1)
}

/** A group's status, from the stages in it. */
export function groupStatus(statuses: readonly StageStatus[]): StageStatus {
  const seen = new Set(statuses.filter((status) => status !== 'hidden'))
  const [first, ...others] = seen
  if (first === undefined) return 'hidden'
  if (others.length === 0) return first
  if (seen.has('in_progress') || seen.has('processing') || seen.has('interrupted')) return 'in_progress'
  if (seen.has('available')) return seen.has('success') ? 'in_progress' : 'available'
  if (seen.has('wait')) return 'wait'
  if (seen.has('not_allowed')) return 'not_allowed'
  return seen.has('timeover') ? 'timeover' : 'success'
}

function asGroup<S extends FlatStage>(group: S, childs: TreeStage<S>[]): TreeStage<S> {
  const starts = childs.map((child) => child.start_date).filter((date) => date !== null)
  const ends = childs.map((child) => child.end_date)
  return {
    ...group,
    childs,
    status: groupStatus(childs.map((child) => child.status)),
    is_active: childs.some((child) => child.is_active),
    // Wire dates sort as text.
    start_date: group.start_date ?? starts.sort()[0] ?? null,
    end_date: group.end_date ?? (ends.includes(null) ? null : (ends.toSorted().at(-1) ?? null)),
  }
}
