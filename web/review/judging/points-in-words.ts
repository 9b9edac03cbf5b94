import { plural } from '#shared/platform/time/plural.ts'

/** Points of 100: «73,33 балла из 100». */
export function pointsInWords(points: number): string {
  const word = Number.isInteger(points) ? plural(points, 'балл', 'балла', 'баллов') : 'балла'
  return `${String(points).replace('.', ',')} ${word} из 100`
}
