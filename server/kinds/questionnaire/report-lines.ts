import type { Keys } from './keys.ts'
import type { ScaleScore } from './score.ts'

/** The text for the person: only scales with a title for the report, in words. */
export function reportLines(scales: readonly ScaleScore[], keys: Keys): [scale: string, words: string][] {
  const scores = new Map(scales.map((score) => [score.code, score]))
  return keys.scales.flatMap(({ code, reportTitle }): [string, string][] => {
    const score = scores.get(code)
    return reportTitle === '' || !score ? [] : [[reportTitle, inWords(score)]]
  })
}

export const levelWords = { low: 'ниже среднего', middle: 'средний уровень', high: 'выше среднего' }

/** The deviation of the norm group is 10. */
export function levelOf(t: number | null): keyof typeof levelWords | null {
  if (t === null) return null
  return t < 40 ? 'low' : t > 60 ? 'high' : 'middle'
}

export function inWords({ raw, t }: Pick<ScaleScore, 'raw' | 't'>): string {
  if (raw === null) return 'Ответов слишком мало'
  const level = levelOf(t)
  return level === null ? `Баллов: ${raw}` : `${levelWords[level]} (${t} из 100 по шкале, где 50 — среднее)`
}
