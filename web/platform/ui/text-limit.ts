import { counted } from '#shared/platform/time/plural.ts'

interface Limit {
  count: number
  /** 0 for none, here and in `max`. */
  min: number
  max: number
  /** For 1, 2 and 5: «слово», «слова», «слов». */
  noun: readonly [one: string, few: string, many: string]
}

/** A count beside its limits in words; `near` is within a tenth of the upper limit or past it. */
export function textLimit({ count, min, max, noun }: Limit): { words: string; near: boolean; over: boolean } {
  const over = max > 0 && count > max
  const rest = over
    ? `: сократите на ${inRussian(count - max)}`
    : count < min
      ? `, нужно ещё ${inRussian(min - count)}`
      : max > 0
        ? ` из ${inRussian(max)}`
        : ''
  const shown = counted(count, ...noun).replace(/^\d+/, (digits) => inRussian(Number(digits)))
  return { words: `${shown}${rest}`, near: max > 0 && count > max * 0.9, over }
}

const inRussian = (value: number) => value.toLocaleString('ru-RU')
