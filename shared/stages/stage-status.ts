import { showDateTime } from '#shared/platform/time/moscow.ts'
import type { GateState } from './gate.ts'
import type { StageStatus } from './status.ts'
import { effectiveWindow, isOpen, type Window, type WindowFacts, type WindowSource } from './window.ts'

/** What the status needs to know about a stage. */
export interface StageRules extends WindowSource {
  published: boolean
  /** Empty: for every track. */
  tracks: readonly string[]
  closedToFinalists: boolean
}

/** What is known about one person at the stage. */
export interface StageFacts extends WindowFacts {
  startedAt: Date | null
  submittedAt: Date | null
  processingAt: Date | null
  interruptedAt: Date | null
  passedAt: Date | null
  failedAt: Date | null
  returnedAt: Date | null
  /** The organiser's published reasons: why the work was rejected or returned. */
  reasons: readonly string[]
  disqualified: boolean
  finalistElsewhere: boolean
  /** The person is a supporter, and the stage is for participants only. */
  supports: boolean
  /** Why earlier work no longer counts and must be done again; null when the stage was not reopened. */
  reopenedBecause: string | null
  /** The result of the gate and the required stages. */
  requirement: { state: GateState; reasons: readonly string[] }
}

export interface StageState {
  status: StageStatus
  /** The person's window is open now, whatever the status. */
  is_active: boolean
  /** The reason of the status as a sentence for the person. */
  reason: string
  /** Every unmet condition, or only the reason. */
  reasons: string[]
  /** The time at which the status will change by itself, if any. */
  changesAt: Date | null
  window: Window
}

/** The facts of a person who has done nothing yet. */
export const noFacts: StageFacts = {
  track: null,
  region: null,
  groupExtendedUntil: null,
  extendedUntil: null,
  incidentMinutes: 0,
  startedAt: null,
  submittedAt: null,
  processingAt: null,
  interruptedAt: null,
  passedAt: null,
  failedAt: null,
  returnedAt: null,
  reasons: [],
  disqualified: false,
  finalistElsewhere: false,
  supports: false,
  reopenedBecause: null,
  requirement: { state: 'met', reasons: [] },
}

type Reasons = readonly [string, ...string[]]
/** The reason of an open stage without further news; «до» and the deadline follow when there is one. */
const openWord = 'Открыт'

/** Whether a reason states only that the stage is open, and until when. */
export const isOpenReason = (reason: string): boolean => reason === openWord || reason.startsWith(`${openWord} до `)

const returnedWord = 'Возвращено на доработку'

/** Whether a reason states that the work was returned. */
export const isReturnedReason = (reason: string): boolean => reason.startsWith(returnedWord)

type Verdict = { status: StageStatus; reasons: Reasons; changesAt?: Date | null }

/** The only function that decides the status of a stage for a person. The first line that applies wins. */
export function stageStatus(stage: StageRules, facts: StageFacts, now: Date): StageState {
  const window = effectiveWindow(stage, facts)
  const { status, reasons, changesAt = null } = decide(stage, facts, window, now)
  return { status, is_active: isOpen(window, now), reason: reasons[0], reasons: [...reasons], changesAt, window }
}

function decide(stage: StageRules, facts: StageFacts, window: Window, now: Date): Verdict {
  if (!stage.published) return { status: 'hidden', reasons: ['Этап ещё не опубликован'] }
  if (facts.supports) return { status: 'hidden', reasons: ['Этап для участников'] }
  const otherTrack = stage.tracks.length > 0 && (facts.track === null || !stage.tracks.includes(facts.track))
  if (otherTrack) return { status: 'hidden', reasons: ['Этап открыт для другого трека'] }
  if (stage.closedToFinalists && facts.finalistElsewhere) {
    return { status: 'unavailable_finalist', reasons: ['Вы уже стали финалистом другого конкурса'] }
  }
  if (facts.passedAt) return { status: 'success', reasons: ['Этап пройден'] }
  if (facts.disqualified) return { status: 'not_allowed', reasons: ['Участие в конкурсе прекращено'] }
  if (facts.failedAt) {
    return { status: 'not_allowed', reasons: said(facts.reasons, 'Этап не пройден') }
  }
  if (facts.requirement.state === 'failed') {
    return { status: 'not_allowed', reasons: said(facts.requirement.reasons, 'Не выполнены условия этапа') }
  }
  if (facts.interruptedAt) {
    const broken = facts.submittedAt
      ? 'Проверка прервалась. Мы повторим её сами, сдавать ещё раз не нужно'
      : 'Работа прервалась. Её можно продолжить'
    return { status: 'interrupted', reasons: [broken] }
  }
  if (facts.processingAt) {
    return { status: 'processing', reasons: ['Обрабатываем то, что вы отправили. Страница обновится сама'] }
  }
  if (facts.submittedAt) {
    return { status: 'wait', reasons: [`Принято ${showDateTime(facts.submittedAt)}. Решение появится здесь`] }
  }
  const unmet = facts.requirement.state === 'pending' ? said(facts.requirement.reasons, 'Ждём других этапов') : null
  if (window.opensAt !== null && now < window.opensAt) {
    const opens = `Откроется ${showDateTime(window.opensAt)}`
    return { status: 'wait', reasons: unmet ? [opens, ...unmet] : [opens], changesAt: window.opensAt }
  }
  if (unmet) return { status: 'wait', reasons: unmet }
  if (window.closesAt !== null && now >= window.closesAt) {
    const begun = facts.startedAt ? '. Вы начали, но не сдали' : ''
    return { status: 'timeover', reasons: [`Срок закончился ${showDateTime(window.closesAt)}${begun}`] }
  }
  const until = window.closesAt ? showDateTime(window.closesAt) : null
  if (facts.startedAt) {
    const begun = facts.returnedAt ? returnedWord : 'Вы начали, но ещё не сдали'
    return {
      status: 'in_progress',
      reasons: [until ? `${begun}. Сдайте до ${until}` : begun],
      changesAt: window.closesAt,
    }
  }
  if (facts.reopenedBecause && !facts.returnedAt) {
    const why = facts.reopenedBecause
    return { status: 'available', reasons: [until ? `${why}. Срок — до ${until}` : why], changesAt: window.closesAt }
  }
  const open = facts.returnedAt ? `${returnedWord}. Исправьте отмеченное` : openWord
  return { status: 'available', reasons: [until ? `${open} до ${until}` : open], changesAt: window.closesAt }
}

function said([first, ...rest]: readonly string[], otherwise: string): Reasons {
  return [first ?? otherwise, ...rest]
}
