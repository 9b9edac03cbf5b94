import type { MultiformSettings } from './contract.ts'

export interface PartRule {
  required: boolean
  weight: number
}

/** The organiser's settings of a part; without any the part is required. */
export function ruleOf(settings: Pick<MultiformSettings, 'parts'>, code: string): PartRule {
  const own = settings.parts.find((part) => part.code === code)
  return own ? { required: own.required, weight: own.weight } : { required: true, weight: 1 }
}

/** The parts that the whole depends on: the required ones, or all when none is required. */
export function neededOf<P extends Pick<PartRule, 'required'>>(parts: readonly P[]): readonly P[] {
  const required = parts.filter((part) => part.required)
  return required.length > 0 ? required : parts
}

/** The progress of a person: how many of the needed parts are handed in, and their share of the whole. */
export function progressOfParts(parts: readonly (PartRule & { done: boolean })[]) {
  const needed = neededOf(parts)
  const done = needed.filter((part) => part.done)
  const weightOf = (some: readonly PartRule[]) => some.reduce((sum, { weight }) => sum + weight, 0)
  return { done: done.length, all: needed.length, share: weightOf(done), whole: weightOf(needed) }
}
