import type { StageStatus } from '#shared/stages/status.ts'

/** One stage as the path shows it. Times are Moscow wire moments (`2026-12-15 23:59:00`) or ISO strings; words come ready. */
export type StageNode = {
  id: string
  title: string
  /** «Тест», «Эссе», «Видеоинтервью». */
  kindLabel?: string
  status: StageStatus
  statusText: string
  /** Why it stands so, in words: «Откроется после этапа „Тест“». */
  reason?: string | null
  /** Until when it is taken. */
  until?: string | null
  /** What stands before that moment: «Сдать до», «Открыто до», «Личный срок: до». */
  untilText?: string
  opensAt?: string | null
  href?: string | null
  actionText?: string | null
  /** Something was handed in: while the stage waits, it waits for an answer and not to be reached. */
  handedIn?: boolean
  /** Due now. Several may be. */
  current?: boolean
  children?: readonly StageNode[]
}

export type Standing = 'done' | 'due' | 'waiting' | 'trouble' | 'shut' | 'ahead'

/** How a stage is drawn: what is done, due, being looked at, broken off, shut for good, or still ahead. */
export function standing({ status, current, handedIn }: StageNode): Standing {
  if (status === 'success') return 'done'
  if (status === 'interrupted') return 'trouble'
  if (current || status === 'in_progress' || status === 'available') return 'due'
  if (status === 'processing') return 'waiting'
  if (status === 'not_allowed' || status === 'timeover' || status === 'unavailable_finalist') return 'shut'
  return status === 'wait' && handedIn ? 'waiting' : 'ahead'
}

export const isCurrent = (node: StageNode): boolean => Boolean(node.current || node.children?.some(isCurrent))

/** The stages themselves: a group only holds others and is not counted. */
export const stagesOf = (node: StageNode): StageNode[] =>
  node.children?.length ? node.children.flatMap(stagesOf) : [node]
