import type { StageStatus } from '#shared/stages/status.ts'

/**
 * A stage as the path shows it. Times are Moscow wire moments (`2026-12-15 23:59:00`) or ISO strings; texts are ready
 * to show.
 */
export type StageNode = {
  id: string
  title: string
  /** «Тест», «Эссе», «Видеоинтервью». */
  kindLabel?: string
  status: StageStatus
  statusText: string
  /** Why the stage has this status, in words: «Откроется после этапа „Тест“». */
  reason?: string | null
  /** The deadline. */
  until?: string | null
  /** The words before the deadline: «Сдать до», «Открыто до», «Личный срок: до». */
  untilText?: string
  opensAt?: string | null
  href?: string | null
  actionText?: string | null
  /** Something was handed in: a `wait` status then means waiting for a result and not for the opening. */
  handedIn?: boolean
  /** Due now. Several stages may be. */
  current?: boolean
  /** Nobody has to do it, so it is not counted. */
  optional?: boolean
  children?: readonly StageNode[]
}

export type Standing = 'done' | 'due' | 'waiting' | 'trouble' | 'shut' | 'ahead'

/** How a stage is drawn: done, due, under review, interrupted, closed for good, or still ahead. */
export function standing({ status, current, handedIn }: StageNode): Standing {
  if (status === 'success') return 'done'
  if (status === 'interrupted') return 'trouble'
  if (current || status === 'in_progress' || status === 'available') return 'due'
  if (status === 'processing') return 'waiting'
  if (status === 'not_allowed' || status === 'timeover' || status === 'unavailable_finalist') return 'shut'
  return status === 'wait' && handedIn ? 'waiting' : 'ahead'
}

export const isCurrent = (node: StageNode): boolean => Boolean(node.current || node.children?.some(isCurrent))

/** All stages without groups, which only contain others and are not counted. */
export const stagesOf = (node: StageNode): StageNode[] =>
  node.children?.length ? node.children.flatMap(stagesOf) : [node]

/** The stages that a person has to pass: progress is counted in them. */
export const countedOf = (node: StageNode): StageNode[] =>
  stagesOf(node).filter(({ status, optional }) => status !== 'hidden' && !optional)
