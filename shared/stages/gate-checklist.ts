import { quoted } from '#shared/platform/text/quoted.ts'
import { askGate, type Condition, type Gate, type GatePerson, type GateState } from './gate.ts'

/** One condition for opening a stage, in words for the person. */
export interface GateItem {
  state: GateState
  text: string
  /** The code of the stage that it depends on, if it is one. */
  stage: string | null
}

/** The conditions of a gate as a list for a person, met ones included. Alternatives are one item. */
export function gateChecklist(gate: Gate | null, person: GatePerson): GateItem[] {
  if (gate === null) return []
  if ('all' in gate) return gate.all.flatMap((each) => gateChecklist(each, person))
  const { state, reasons } = askGate(gate, person)
  if (state !== 'met') return [{ state, text: reasons.join(', или: '), stage: stageOf(gate) }]
  const text = metInWords(gate, person)
  return text === null ? [] : [{ state, text, stage: stageOf(gate) }]
}

const stageOf = (gate: Gate): string | null =>
  'stage' in gate ? gate.stage : 'score_of' in gate ? gate.score_of : null

/** Null for a condition that the person meets without doing anything, for example the right track. */
function metInWords(gate: Gate, person: GatePerson): string | null {
  if ('any' in gate) {
    const met = gate.any.find((each) => askGate(each, person).state === 'met')
    return met ? metInWords(met, person) : null
  }
  if ('all' in gate) return gate.all.map((each) => metInWords(each, person)).find((text) => text !== null) ?? null
  return 'not' in gate ? null : conditionInWords(gate, person)
}

const teamWords = { member: 'Вы в команде', complete: 'Команда собрана', admitted: 'Команда допущена' }

function conditionInWords(condition: Condition, person: GatePerson): string | null {
  const titled = (code: string) => quoted(person.stages[code]?.title ?? '')
  if ('stage' in condition && condition.outcome !== 'failed')
    return `Этап ${titled(condition.stage)} ${condition.outcome === 'passed' ? 'пройден' : 'сдан'}`
  if ('score_of' in condition)
    return `На этапе ${titled(condition.score_of)} набрано не меньше ${String(condition.at_least).replace('.', ',')}`
  if ('team' in condition) return teamWords[condition.team]
  if ('tag' in condition) return `Есть отметка организатора: ${condition.title}`
  return 'consent' in condition ? `Согласие дано: ${condition.title}` : null
}
