import { counted } from '#shared/platform/time/plural.ts'

/** How the totals of a work's judges become one mark. */
export type Method = 'mean' | 'trimmed' | 'normalised'

export interface GivenTotal {
  work: number
  judge: number
  /** Points of 100. */
  total: number
  /** The weight of this total; 1 when it is left out. */
  weight?: number
}

export interface FinalMark {
  work: number
  readings: number
  /** The mean of the totals as they were given. */
  raw: number
  /** The mark by the method. */
  final: number
  /** The mark of a reference work that experts agreed on; judges are measured by it. */
  agreed?: boolean
  /** How many totals were corrected for the strictness of their judge; only with the method `normalised`. */
  levelled?: number
}

/** With fewer works a judge's own mean says little, so their totals stay as they are. */
export const minSample = 5
/** The number of totals from which the highest and the lowest are left out. */
const trimmedFrom = 4

/**
 * One mark for each work. `normalised` moves the totals of each judge so that their mean and spread are those of all
 * judges together: a judge who is strict with everybody lowers nobody's mark.
 */
export function finalMarks(totals: readonly GivenTotal[], method: Method): FinalMark[] {
  const judges = method === 'normalised' ? sampled(totals) : new Map<number, Spread>()
  const normalise = normaliser(totals, judges)
  return [...grouped(totals, ({ work }) => work)].map(([work, own]) => ({
    work,
    ...(method === 'normalised' && { levelled: own.filter(({ judge }) => judges.has(judge)).length }),
    readings: own.length,
    raw: twoDigits(mean(own.map(({ total }) => total))),
    final: twoDigits(
      method === 'trimmed' ? mean(trimmed(own.map(({ total }) => total))) : mean(own.map(normalise), own),
    ),
  }))
}

/** The judges who have marked enough works for their own mean to be reliable. */
const sampled = (totals: readonly GivenTotal[]): Map<number, Spread> =>
  new Map(
    [...grouped(totals, ({ judge }) => judge)]
      .filter(([, own]) => own.length >= minSample)
      .map(([judge, own]) => [judge, spread(own.map(({ total }) => total))]),
  )

function normaliser(totals: readonly GivenTotal[], judges: ReadonlyMap<number, Spread>) {
  const all = spread(totals.map(({ total }) => total))
  return ({ judge, total }: GivenTotal): number => {
    const own = judges.get(judge)
    if (!own) return total
    const moved = own.deviation === 0 ? all.mean : all.mean + ((total - own.mean) / own.deviation) * all.deviation
    return Math.min(100, Math.max(0, moved))
  }
}

export function grouped<T>(list: readonly T[], of: (one: T) => number): Map<number, T[]> {
  const groups = new Map<number, T[]>()
  for (const one of list) {
    const group = groups.get(of(one))
    if (group) group.push(one)
    else groups.set(of(one), [one])
  }
  return groups
}

interface Spread {
  mean: number
  deviation: number
}

function spread(numbers: readonly number[]): Spread {
  const middle = mean(numbers)
  return { mean: middle, deviation: Math.sqrt(mean(numbers.map((one) => (one - middle) ** 2))) }
}

const trimmed = (numbers: number[]) =>
  numbers.length < trimmedFrom ? numbers : [...numbers].sort((a, b) => a - b).slice(1, -1)
/** The mean; by weight where the totals have one. */
function mean(numbers: readonly number[], totals: readonly GivenTotal[] = []): number {
  const weights = numbers.map((_number, at) => totals[at]?.weight ?? 1)
  return (
    numbers.reduce((sum, one, at) => sum + one * (weights[at] ?? 1), 0) / weights.reduce((sum, one) => sum + one, 0)
  )
}
const twoDigits = (number: number) => Math.round(number * 100) / 100

/** The sentence with the result: the mark and how it came about. */
export function markInWords(
  { final, readings, agreed = false, levelled = 0 }: Pick<FinalMark, 'final' | 'readings' | 'agreed' | 'levelled'>,
  method: Method,
): string {
  const judges = counted(readings, 'эксперта', 'экспертов', 'экспертов')
  const points = `${String(final).replace('.', ',')} из 100`
  if (agreed) return `Итог — ${points}: согласованная оценка экспертов.`
  if (readings === 1)
    return `Итог — ${points}: оценка одного эксперта${levelled > 0 ? ', выровненная по его строгости' : ''}.`
  if (method === 'trimmed' && readings >= trimmedFrom)
    return `Итог — ${points}: средняя оценка ${judges} без самой высокой и самой низкой.`
  if (levelled === readings)
    return `Итог — ${points}: средняя оценка ${judges}, выровненная по строгости каждого из них.`
  if (levelled > 0)
    return `Итог — ${points}: средняя оценка ${judges}, выровненная по строгости тех из них, кто прочитал пять работ и больше.`
  return `Итог — ${points}: средняя оценка ${judges}.`
}
