import type { Answer, Question, QuestionKey, SimpleAnswer, SimpleKey } from './question.ts'

/** One question of a paper with its answer. Without a key the question is left out of the count. */
export interface Scored {
  question: Question
  key: QuestionKey | null
  answer: Answer
  points: number
}

export interface TestScore {
  /** Out of 100, rounded to hundredths. */
  score: number
  earned: number
  of: number
  /**
   * The share of its points that each question has earned, in the order of the questions; null when it does not count.
   */
  shares: (number | null)[]
}

/** The score of a paper. It is 0 when no question counts. */
export function scoreOf(paper: readonly Scored[]): TestScore {
  const shares = paper.map(({ key, answer }) => (key === null ? null : shareOf(key, answer)))
  let [earned, of] = [0, 0]
  for (const [at, { points }] of paper.entries()) {
    const share = shares[at] ?? null
    if (share === null) continue
    earned += points * share
    of += points
  }
  return {
    score: of === 0 ? 0 : hundredths((earned / of) * 100),
    earned: hundredths(earned),
    of: hundredths(of),
    shares,
  }
}

/** Rounds half a hundredth up, despite binary rounding errors of the sum. */
const hundredths = (number: number) => Math.round((number + 1e-9) * 100) / 100

/**
 * The share of the points that an answer earns, from 0 to 1. An answer that does not fit the question earns nothing.
 */
export function shareOf(key: QuestionKey, answer: Answer): number {
  if (key.kind !== 'case') return isParts(answer) ? 0 : simpleShare(key, answer)
  const parts = Object.entries(key.parts)
  const given = isParts(answer) ? answer.parts : {}
  const earned = parts.reduce((sum, [id, part]) => sum + simpleShare(part, given[id] ?? null), 0)
  return parts.length === 0 ? 0 : earned / parts.length
}

const isParts = (
  answer: Answer,
): answer is Extract<Answer, { parts: unknown }> & { parts: Record<string, SimpleAnswer | null> } =>
  typeof answer === 'object' && answer !== null && !Array.isArray(answer) && typeof answer.parts === 'object'

function simpleShare(key: SimpleKey, answer: SimpleAnswer | null): number {
  switch (key.kind) {
    case 'single':
      return answer === key.option ? 1 : 0
    case 'number':
      return typeof answer === 'string' && isNear(answer, key) ? 1 : 0
    case 'short':
      return typeof answer === 'string' && key.texts.some((text) => plainText(text) === plainText(answer)) ? 1 : 0
    case 'multiple': {
      if (!Array.isArray(answer)) return 0
      const chosen = new Set(answer)
      const right = key.options.filter((option) => chosen.has(option)).length
      const wrong = chosen.size - right
      // A wrong option cancels a right one, so that choosing everything earns nothing.
      return asSet(Math.max(0, right - wrong), key.options.length, key.partial)
    }
    case 'order': {
      if (!Array.isArray(answer) || new Set(answer).size < answer.length) return 0
      const inPlace = key.items.filter((item, at) => answer[at] === item).length
      return answer.length === key.items.length ? asSet(inPlace, key.items.length, key.partial) : 0
    }
    case 'match': {
      if (typeof answer !== 'object' || answer === null || Array.isArray(answer)) return 0
      const pairs = Object.entries(key.pairs)
      return asSet(pairs.filter(([left, right]) => answer[left] === right).length, pairs.length, key.partial)
    }
  }
}

function asSet(right: number, of: number, partial: boolean): number {
  if (of === 0) return 0
  return partial ? right / of : Number(right === of)
}

/** The form in which short texts are compared: letter case, ё and е, and the number of spaces do not matter. */
export const plainText = (text: string): string =>
  text.normalize('NFC').toLowerCase().replaceAll('ё', 'е').replace(/\s+/gu, ' ').trim()

/** Whether the number that was typed is within the tolerance, the bounds included. */
function isNear(typed: string, { value, tolerance }: { value: number; tolerance: number }): boolean {
  const number = decimal(typed)
  const [middle, reach] = [decimal(String(value)), decimal(String(tolerance))]
  if (!number || !middle || !reach) return false
  const scale = Math.max(number.scale, middle.scale, reach.scale)
  const units = (of: Decimal) => of.units * 10n ** BigInt(scale - of.scale)
  const distance = units(number) - units(middle)
  return (distance < 0n ? -distance : distance) <= units(reach)
}

/** A number as whole units of 10^-scale, so that sums of fractions like 0.1 are exact. */
interface Decimal {
  units: bigint
  scale: number
}

const maxDigits = 60

/** A number as people type it: a comma or a point, spaces between the thousands, any minus. Null for anything else. */
export function decimal(text: string): Decimal | null {
  const plain = text.replace(/\s/gu, '').replace(/[−–]/u, '-').replace(',', '.')
  const [, sign = '', whole = '', part = '', power = '0'] =
    /^([-+]?)(\d*)(?:\.(\d*))?(?:e([-+]?\d{1,3}))?$/i.exec(plain) ?? []
  if (whole + part === '' || whole.length + part.length > maxDigits) return null
  const units = BigInt(whole + part) * (sign === '-' ? -1n : 1n)
  const scale = part.length - Number(power)
  return scale >= 0 ? { units, scale } : { units: units * 10n ** BigInt(-scale), scale: 0 }
}
