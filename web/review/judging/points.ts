/** «78,5», or a dash while there is no mark. */
export const inPoints = (points: number | null): string =>
  points === null ? '—' : points.toLocaleString('ru-RU', { maximumFractionDigits: 2 })
