import { quoted } from '#shared/platform/text/quoted.ts'
import { showDateTime } from '#shared/platform/time/moscow.ts'
import type { StageFacts, StageState } from '#shared/stages/stage-status.ts'
import type { StageStatus } from '#shared/stages/status.ts'
import { neededOf, type PartRule, progressOfParts } from './part-rules.ts'

/** The state of a part for one person. */
export interface PartState extends PartRule {
  title: string
  facts: StageFacts
  state: StageState
}

/** Statuses that the stage itself decides, regardless of its parts. */
const ofItself: readonly StageStatus[] = ['hidden', 'unavailable_finalist', 'not_allowed']
const workable: readonly StageStatus[] = ['available', 'in_progress']

const isDone = ({ facts, state }: PartState) => facts.submittedAt !== null || state.status === 'success'

/** Removes facts of the whole itself: a whole is decided only through its parts. */
export const withoutOutcome = (facts: StageFacts): StageFacts => ({
  ...facts,
  ...{ startedAt: null, submittedAt: null, processingAt: null, interruptedAt: null },
  ...{ passedAt: null, failedAt: null, returnedAt: null, reasons: [], reopenedBecause: null },
})

/**
 * Facts and state of a whole, from those of its parts. `base` is its state without any work. A part that is hidden from
 * the person does not count.
 */
export function wholeState(
  base: { facts: StageFacts; state: StageState },
  parts: readonly PartState[],
): { facts: StageFacts; state: StageState } {
  if (ofItself.includes(base.state.status)) return base
  const seen = parts.filter(({ state }) => state.status !== 'hidden')
  const needed = neededOf(seen)
  if (needed.length === 0) return base
  const { status, reasons } = verdict(base.state, seen, needed)
  const open = seen.filter(({ state }) => workable.includes(state.status))
  const longer = base.state.status === 'timeover' && open.length > 0
  const moments = (of: (facts: StageFacts) => Date | null, some = seen) => some.flatMap(({ facts }) => of(facts) ?? [])
  const allDone = needed.every(isDone)
  const passed = status === 'success'
  return {
    facts: {
      ...base.facts,
      startedAt: earliest(moments(({ startedAt, submittedAt }) => startedAt ?? submittedAt)),
      submittedAt: allDone
        ? latest(moments(({ submittedAt, passedAt }) => submittedAt ?? passedAt, [...needed]))
        : null,
      passedAt: passed ? latest(moments(({ passedAt }) => passedAt, [...needed])) : null,
      failedAt: status === 'not_allowed' ? latest(moments(({ failedAt }) => failedAt)) : null,
      returnedAt: latest(moments(({ returnedAt }) => returnedAt)),
    },
    state: {
      status,
      is_active: base.state.is_active || seen.some(({ state }) => state.is_active),
      reason: reasons[0] ?? '',
      reasons,
      changesAt: earliest([base.state, ...seen.map(({ state }) => state)].flatMap(({ changesAt }) => changesAt ?? [])),
      // A part may be open longer than the whole.
      window: longer
        ? { ...base.state.window, closesAt: earliest(open.flatMap(({ state }) => state.window.closesAt ?? [])) }
        : base.state.window,
    },
  }
}

type Verdict = Pick<StageState, 'status' | 'reasons'>

function verdict(base: StageState, seen: readonly PartState[], needed: readonly PartState[]): Verdict {
  const among = (...statuses: StageStatus[]) => needed.filter(({ state }) => statuses.includes(state.status))
  const said = (status: StageStatus, ...reasons: string[]): Verdict => ({ status, reasons })

  if (among('success').length === needed.length)
    return said('success', seen.length > needed.length ? 'Все обязательные части приняты' : 'Все части приняты')
  const refused = needed.filter(({ facts, state }) => facts.failedAt !== null && state.status === 'not_allowed')
  if (refused.length > 0) return said('not_allowed', ...refused.flatMap(ofPart('не принята')))
  // Optional parts too: a returned part needs work until everything is decided.
  const returned = seen.filter(({ facts, state }) => facts.returnedAt !== null && workable.includes(state.status))
  if (returned.length > 0) return said('in_progress', ...returned.map(returnedPart))

  const open = among('available', 'in_progress', 'interrupted')
  const { done, all } = progressOfParts(needed.map((part) => ({ ...part, done: isDone(part) })))
  const begun = seen.some((part) => isDone(part) || part.facts.startedAt !== null)
  if (open.length > 0) {
    if (!begun && workable.includes(base.status)) return base
    const next = earliest(open.flatMap(({ state }) => state.window.closesAt ?? []))
    const until = next ? `. Ближайший срок — ${showDateTime(next)}` : ''
    return said(begun ? 'in_progress' : 'available', `Сдано ${done} из ${all}${until}`)
  }
  const late = among('timeover')
  if (late.length > 0) return said('timeover', ...late.flatMap(ofPart('не сдана')))
  if (done === all)
    return among('processing').length > 0 && among('wait').length === 0
      ? said('processing', 'Обрабатываем то, что вы отправили. Страница обновится сама')
      : said('wait', 'Все части сданы. Решение появится здесь')
  const closed = among('not_allowed', 'unavailable_finalist')
  if (closed.length > 0) return said('not_allowed', ...closed.flatMap(ofPart('закрыта')))
  if (!begun && base.status === 'wait') return base
  return said('wait', ...needed.filter((part) => !isDone(part)).flatMap(({ state }) => state.reasons))
}

const ofPart = (what: string) => (part: PartState) => [`Часть ${quoted(part.title)} ${what}`, ...part.state.reasons]

function returnedPart({ title, state: { window } }: PartState): string {
  const until = window.closesAt ? `. Сдайте до ${showDateTime(window.closesAt)}` : ''
  return `Часть ${quoted(title)} возвращена на доработку${until}`
}

const earliest = (moments: readonly Date[]): Date | null =>
  moments.length > 0 ? new Date(Math.min(...moments.map(Number))) : null
const latest = (moments: readonly Date[]): Date | null =>
  moments.length > 0 ? new Date(Math.max(...moments.map(Number))) : null
