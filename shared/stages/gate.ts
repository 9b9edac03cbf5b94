import { quoted } from '#shared/platform/text/quoted.ts'

/** A condition that a person must meet before a stage opens. */
export type Condition =
  | { stage: string; outcome: 'passed' | 'failed' | 'submitted' }
  | { score_of: string; at_least: number }
  | { track: string[] }
  | { region: string[] }
  | { door: 'participant' | 'supporter' }
  | { tag: string; title: string }
  | { team: 'member' | 'complete' | 'admitted' }
  | { consent: string; title: string }
  | { past_finalist: true }

export type Gate = Condition | { all: Gate[] } | { any: Gate[] } | { not: Gate }

/** `pending` may still become true; `failed` cannot. */
export type GateState = 'met' | 'pending' | 'failed'

/** The state of a stage for this person, as far as gates need it. */
export interface StageStanding {
  title: string
  state: 'passed' | 'under_way' | 'ended'
  submitted: boolean
  score: number | null
}

/** The data about a person that a gate may check. */
export interface GatePerson {
  stages: Readonly<Record<string, StageStanding>>
  track: string | null
  region: string | null
  door: 'participant' | 'supporter' | null
  tags: readonly string[]
  team: 'none' | 'member' | 'complete' | 'admitted'
  consents: readonly string[]
  pastFinalist: boolean
}

export interface GateAnswer {
  state: GateState
  /** Every unmet condition as a sentence for the person; empty when the gate is met. */
  reasons: string[]
}

/** Checks the gate for one person. A null gate lets everyone in. */
export function askGate(gate: Gate | null, person: GatePerson): GateAnswer {
  return gate === null ? { state: 'met', reasons: [] } : ask(gate, person, false)
}

/** The people among these whom the gate lets in. */
export function admittedByGate<P extends { gatePerson: GatePerson }>(gate: Gate | null, people: readonly P[]): P[] {
  return people.filter((each) => askGate(gate, each.gatePerson).state === 'met')
}

/** Adds the list of required stages to a gate. */
export function withRequiredStages(codes: readonly string[], gate: Gate | null): Gate | null {
  const required: Gate[] = codes.map((stage) => ({ stage, outcome: 'passed' }))
  const all = gate === null ? required : [...required, gate]
  return all.length === 0 ? null : { all }
}

/** Codes of every stage that the gate names, so that they can be worked out first. */
export const stagesAskedBy = (gate: Gate | null): string[] =>
  conditionsIn(gate).flatMap((each) => ('stage' in each ? [each.stage] : 'score_of' in each ? [each.score_of] : []))

/** Every condition of the gate at any depth, negated ones included. */
export function conditionsIn(gate: Gate | null): Condition[] {
  if (gate === null) return []
  if ('all' in gate) return gate.all.flatMap(conditionsIn)
  if ('any' in gate) return gate.any.flatMap(conditionsIn)
  return 'not' in gate ? conditionsIn(gate.not) : [gate]
}

/** Every condition, met or not, as a sentence for a person who does not meet it. */
export function conditionsInWords(gate: Gate, person: GatePerson, inverted = false): string[] {
  if ('not' in gate) return conditionsInWords(gate.not, person, !inverted)
  const inside = 'all' in gate ? gate.all : 'any' in gate ? gate.any : null
  if (inside) return inside.flatMap((each) => conditionsInWords(each, person, inverted))
  const [, wanted, unwanted] = judge(gate as Condition, person)
  return [inverted ? unwanted : wanted]
}

/** `inverted` is true inside a `not`, so that the sentence states what is really required. */
function ask(gate: Gate, person: GatePerson, inverted: boolean): GateAnswer {
  if ('not' in gate) return ask(gate.not, person, !inverted)
  if ('all' in gate) return inverted ? any(gate.all, person, true) : all(gate.all, person, false)
  if ('any' in gate) return inverted ? all(gate.any, person, true) : any(gate.any, person, false)
  const [state, wanted, unwanted] = judge(gate, person)
  const real = inverted ? inverse(state, gate) : state
  return { state: real, reasons: real === 'met' ? [] : [inverted ? unwanted : wanted] }
}

function all(gates: readonly Gate[], person: GatePerson, inverted: boolean): GateAnswer {
  const answers = gates.map((gate) => ask(gate, person, inverted))
  const states = answers.map((answer) => answer.state)
  const state = states.includes('failed') ? 'failed' : states.includes('pending') ? 'pending' : 'met'
  return { state, reasons: answers.flatMap((answer) => answer.reasons) }
}

function any(gates: readonly Gate[], person: GatePerson, inverted: boolean): GateAnswer {
  const answers = gates.map((gate) => ask(gate, person, inverted))
  const states = answers.map((answer) => answer.state)
  if (states.includes('met')) return { state: 'met', reasons: [] }
  return {
    state: states.includes('pending') ? 'pending' : 'failed',
    reasons: answers.flatMap((answer) => answer.reasons),
  }
}

/**
 * The state of a negated condition. A missing tag, consent or team may still come, but it is missing now, so its
 * opposite is met.
 */
function inverse(state: GateState, condition: Condition): GateState {
  if (state === 'met') return 'failed'
  const settledLater = !('tag' in condition || 'consent' in condition || 'team' in condition)
  return state === 'pending' && settledLater ? 'pending' : 'met'
}

/** The state, the sentence when the condition is required, and the sentence when its opposite is. */
function judge(condition: Condition, person: GatePerson): [GateState, string, string] {
  if ('stage' in condition) return judgeStage(condition, person)
  if ('score_of' in condition) return judgeScore(condition, person)
  if ('track' in condition) {
    const met = person.track !== null && condition.track.includes(person.track)
    return [met ? 'met' : 'failed', 'Этап открыт для другого трека', 'Этап закрыт для вашего трека']
  }
  if ('region' in condition) {
    const region = person.region
    const met = region !== null && condition.region.some((code) => region.startsWith(code))
    return [met ? 'met' : 'failed', 'Этап проходит в других регионах', 'В вашем регионе этап не проходит']
  }
  if ('door' in condition) {
    const both = ['Этап открыт для участников', 'Этап открыт для сторонников'] as const
    const [wanted, unwanted] = condition.door === 'participant' ? both : ([both[1], both[0]] as const)
    const state = person.door === condition.door ? 'met' : person.door === null ? 'pending' : 'failed'
    return [state, wanted, unwanted]
  }
  if ('tag' in condition) {
    const state = person.tags.includes(condition.tag) ? 'met' : 'pending'
    return [state, `Нужна отметка организатора: ${condition.title}`, `Закрыт для отмеченных: ${condition.title}`]
  }
  if ('team' in condition) return judgeTeam(condition.team, person)
  if ('consent' in condition) {
    const state = person.consents.includes(condition.consent) ? 'met' : 'pending'
    return [state, `Нужно согласие: ${condition.title}`, `Закрыт для тех, кто дал согласие: ${condition.title}`]
  }
  return [
    person.pastFinalist ? 'met' : 'failed',
    'Этап открыт для финалистов прошлых сезонов',
    'Этап закрыт для финалистов прошлых сезонов',
  ]
}

function judgeStage(
  condition: { stage: string; outcome: 'passed' | 'failed' | 'submitted' },
  person: GatePerson,
): [GateState, string, string] {
  const standing = standingOf(person, condition.stage)
  const name = standing === undefined ? 'которого ещё нет в программе' : quoted(standing.title)
  const ended = standing?.state === 'ended'
  if (condition.outcome === 'passed') {
    const state = standing?.state === 'passed' ? 'met' : ended ? 'failed' : 'pending'
    const sentence = ended ? `Не пройден этап ${name}` : `Откроется после этапа ${name}`
    return [state, sentence, `Закрыт для тех, кто прошёл этап ${name}`]
  }
  if (condition.outcome === 'failed') {
    const state = ended ? 'met' : standing?.state === 'passed' ? 'failed' : 'pending'
    return [state, `Этап для тех, кто не прошёл этап ${name}`, `Не пройден этап ${name}`]
  }
  const submitted = standing?.submitted || standing?.state === 'passed'
  const state = submitted ? 'met' : ended ? 'failed' : 'pending'
  const sentence = ended ? `Не сдан этап ${name}` : `Откроется, когда вы сдадите этап ${name}`
  return [state, sentence, `Закрыт для тех, кто сдал этап ${name}`]
}

function judgeScore(
  condition: { score_of: string; at_least: number },
  person: GatePerson,
): [GateState, string, string] {
  const standing = standingOf(person, condition.score_of)
  const name = standing === undefined ? 'которого ещё нет в программе' : quoted(standing.title)
  const score = standing?.score ?? null
  const state =
    score === null
      ? standing?.state === 'ended'
        ? 'failed'
        : 'pending'
      : score >= condition.at_least
        ? 'met'
        : 'failed'
  const points = String(condition.at_least).replace('.', ',')
  return [
    state,
    `Нужно набрать не меньше ${points} на этапе ${name}`,
    `Нужно набрать меньше ${points} на этапе ${name}`,
  ]
}

function judgeTeam(wanted: 'member' | 'complete' | 'admitted', person: GatePerson): [GateState, string, string] {
  const order: string[] = ['member', 'complete', 'admitted']
  const met = order.indexOf(person.team) >= order.indexOf(wanted)
  const sentence = {
    member: 'Сначала вступите в команду',
    complete: 'Ваша команда ещё не собрана полностью',
    admitted: 'Ваша команда ещё не допущена',
  }[wanted]
  return [met ? 'met' : 'pending', sentence, 'Этап для тех, у кого такой команды нет']
}

/** Own properties only, so that a stage with the code `constructor` works. */
function standingOf(person: GatePerson, code: string): StageStanding | undefined {
  return Object.hasOwn(person.stages, code) ? person.stages[code] : undefined
}
