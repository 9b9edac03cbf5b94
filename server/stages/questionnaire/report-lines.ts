import type { Keys } from './keys.ts'
import type { ScaleScore } from './score.ts'

/** What the person reads: only the scales that have a title for the report, in words. */
export function reportLines(scales: readonly ScaleScore[], keys: Keys): [scale: string, words: string][] {
  const scores = new Map(scales.map((score) => [score.code, score]))
  return keys.scales.flatMap(({ code, reportTitle }): [string, string][] => {
    const score = scores.get(code)
    return reportTitle === '' || !score ? [] : [[reportTitle, inWords(score)]]
  })
}

function inWords({ raw, t }: ScaleScore): string {
  if (raw === null) return 'Ответов слишком мало'
  if (t === null) return `Баллов: ${raw}`
  const level = t < 40 ? 'ниже среднего' : t > 60 ? 'выше среднего' : 'средний уровень'
  return `${level} (${t} из 100 по шкале, где 50 — среднее)`
}
