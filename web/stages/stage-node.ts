import { blocksPage } from '#shared/stages/block-on.ts'
import { registrationUnfinished } from '#shared/stages/registration-unfinished.ts'
import type { StageStatus } from '#shared/stages/status.ts'
import type { StageNode } from '#web/platform/ui/StagePath/stage-node.ts'
import { kindTitle } from './kind-titles.ts'
import { screenOf } from './kinds.ts'
import { type Stage, stagePath } from './stage.ts'

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

/** Of a stage at which the person is in a team: nobody hands that in. */
const teamTexts: Partial<Record<StageStatus, string>> = {
  in_progress: 'Вы в команде',
  wait: 'Состав закреплён',
}

/** One stage of the tree as the path draws it: its state in words, and the link where its page may be opened. */
export function stageNode(stage: Stage, competition: string, track: string): StageNode {
  const { status, extra_data: extra, end_date, start_date } = stage
  const handedIn = extra.handed_in_at !== null
  const children = stage.childs.map((child) => stageNode(child, competition, track))
  // What was handed in is resumed by the portal itself; a group asks for nothing but what it holds.
  const asks = status === 'available' || status === 'in_progress' || (status === 'interrupted' && !handedIn)
  const due = children.length > 0 ? children.some(({ current }) => current) : asks
  return {
    id: stage.code,
    title: stage.title,
    kindLabel: kindTitle(stage.type),
    status,
    statusText: statusText(stage),
    reason:
      due && extra.remarks.length > 0 ? 'Есть замечания: исправьте и сдайте ещё раз' : extra.reason || extra.summary,
    until: due ? end_date : null,
    untilText: untilText(stage),
    opensAt: status === 'wait' && !handedIn ? (extra.changes_at ?? start_date) : null,
    href: mayOpen(stage) ? stagePath(competition, track, stage) : null,
    actionText: actionText(stage),
    handedIn,
    current: due,
    ...(children.length > 0 && { children }),
  }
}

function statusText({ type, status, extra_data: { handed_in_at, reopened, team_id } }: Stage): string {
  if (type === 'teams_forming' && team_id !== null) return teamTexts[status] ?? statusTexts[status]
  if (status === 'available' && reopened) return 'Открыт заново'
  return (handed_in_at === null ? undefined : handedInTexts[status]) ?? statusTexts[status]
}

/** A stage whose kind is not built has no page to go to, and one that has not opened has nothing to show. */
function mayOpen(stage: Stage): boolean {
  if (screenOf(stage.type, stage.code) === null) return false
  if (stage.status === 'wait' && !stage.extra_data.handed_in_at && !stage.is_active) return false
  if (stage.status === 'not_allowed' && !stage.extra_data.handed_in_at) return false
  return !blocksPage({ ...stage, viewable: stage.extra_data.viewable })
}

/** Where nothing is handed in, the stage is only open until then. */
const attended = ['mentor_meetings', 'public_lesson', 'event', 'playoff']

function untilText({ type, extra_data: { end_is_personal } }: Stage): string {
  if (end_is_personal) return 'Личный срок: до'
  if (type === 'teams_forming') return 'Собрать до'
  return attended.includes(type) ? 'Открыто до' : 'Сдать до'
}

function actionText({ type, status, extra_data: { remarks, handed_in_at, reopened } }: Stage): string {
  if (remarks.length > 0) return 'Исправить'
  if (type === 'mentor_meetings') return 'Открыть'
  if (type === 'teams_forming') return status === 'in_progress' ? 'К команде' : 'Открыть'
  if (type === 'registration' && registrationUnfinished(status)) return 'Зарегистрироваться'
  if (status === 'in_progress' || (status === 'interrupted' && handed_in_at === null)) return 'Продолжить'
  if (status === 'available' && reopened) return 'Посмотреть и ответить'
  return status === 'available' ? 'Начать' : 'Открыть'
}
