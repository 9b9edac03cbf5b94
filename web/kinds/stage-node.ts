import { blocksPage } from '#shared/stages/block-on.ts'
import { usualWords } from '#shared/stages/kind-facts.ts'
import { isOpenReason } from '#shared/stages/stage-status.ts'
import type { StageStatus } from '#shared/stages/status.ts'
import { groupType } from '#shared/stages/tree.ts'
import { type StageNode, standing } from '#web/stages/StagePath/stage-node.ts'
import { addressAmong, type Stage } from '#web/stages/stage.ts'
import { kindOf, kindTitle, screenOf } from './kinds.ts'

const statusTexts: Record<StageStatus, string> = {
  available: 'Можно начать',
  in_progress: 'Начат, ещё не сдан',
  success: 'Пройден',
  processing: 'Обрабатываем то, что вы сдали',
  wait: 'Ждёт',
  interrupted: 'Прерван, можно продолжить',
  not_allowed: 'Нет допуска',
  timeover: 'Срок истёк',
  unavailable_finalist: 'Закрыт для финалистов',
  hidden: 'Скрыт',
}

const handedInTexts: Partial<Record<StageStatus, string>> = {
  wait: 'Сдан, ждёт решения',
  interrupted: 'Сдан, проверка прервалась',
}

/** For stages without work, when the person is in a team. */
const teamTexts: Partial<Record<StageStatus, string>> = {
  in_progress: 'Вы в команде',
  wait: 'Состав закреплён',
}

/** One stage of the tree for the list of stages: its status in words, and a link when its page can be opened. */
export function stageNode(
  stage: Stage,
  competition: string,
  track: string,
  stages: readonly Stage[] = [stage],
): StageNode {
  const { status, extra_data: extra, end_date } = stage
  const handedIn = extra.handed_in_at !== null
  // The parts of a stage are on its page.
  const inside = stage.type === groupType ? stage.childs : []
  const children = inside.map((child) => stageNode(child, competition, track, stages))
  // The portal processes the hand-in by itself. A group only waits for its stages.
  const open = status === 'available' || status === 'in_progress' || (status === 'interrupted' && !handedIn)
  const asks = open && kindOf(stage.type) !== null
  const due = children.length > 0 ? children.some(({ current }) => current) : asks
  const waits = !due && status !== 'success' && children.some((child) => standing(child) === 'waiting')
  return {
    id: stage.code,
    title: stage.title,
    kindLabel: kindTitle(stage.type),
    status,
    statusText: waits ? 'Проверяем то, что вы сдали' : statusText(stage),
    reason: due ? whatIsDue(stage) : extra.reason || extra.summary,
    until: due ? end_date : null,
    untilText: untilText(stage),
    // Not its start date: it may have passed long ago while a condition keeps the stage closed.
    opensAt: status === 'wait' && !handedIn ? extra.changes_at : null,
    href: mayOpen(stage) ? addressAmong(stages, competition, track, stage) : null,
    actionText: actionText(stage),
    handedIn: handedIn || waits,
    current: due,
    optional: extra.optional,
    ...(children.length > 0 && { children }),
  }
}

/** The deadline is shown beside it, so it is not repeated. */
function whatIsDue({ end_date, extra_data: { remarks, reason, summary } }: Stage): string | null {
  if (remarks.length > 0) return 'Есть замечания: исправьте и сдайте ещё раз'
  return (end_date !== null && isOpenReason(reason) ? null : reason) || summary || null
}

function statusText({ type, status, extra_data: { handed_in_at, reopened, team_id } }: Stage): string {
  if (team_id !== null && kindOf(type)?.work === 'none') return teamTexts[status] ?? statusTexts[status]
  if (status === 'available' && reopened) return 'Открыт заново'
  return (handed_in_at === null ? undefined : handedInTexts[status]) ?? statusTexts[status]
}

/** A stage of an unknown kind has no page. */
function mayOpen(stage: Stage): boolean {
  const kind = kindOf(stage.type)
  if (kind === null || screenOf(stage.type, stage.code) === null) return false
  if (stage.status === 'not_allowed' && !stage.extra_data.handed_in_at) return false
  return !blocksPage({ ...stage, viewable: stage.extra_data.viewable }, kind)
}

function untilText({ type, extra_data: { end_is_personal } }: Stage): string {
  if (end_is_personal) return 'Личный срок: до'
  return (kindOf(type)?.words ?? usualWords).until
}

function actionText({ type, status, extra_data: { remarks, handed_in_at, reopened } }: Stage): string {
  const { begin, resume } = kindOf(type)?.words ?? usualWords
  if (remarks.length > 0) return 'Исправить'
  if (status === 'in_progress' || (status === 'interrupted' && handed_in_at === null)) return resume
  if (status === 'available' && reopened) return 'Посмотреть и ответить'
  return status === 'available' ? begin : 'Открыть'
}
