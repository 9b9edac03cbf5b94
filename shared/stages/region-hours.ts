/** Regions (first two digits of kladr_code) by their offset from UTC in hours. Russia has no summer time. */
const regionsByHours: Record<number, string> = {
  2: '39',
  4: '18 30 63 64 73',
  5: '02 45 56 59 66 72 74 86 89',
  6: '55',
  7: '04 17 19 22 24 42 54 70',
  8: '03 38',
  9: '14 28 75',
  10: '25 27 79',
  11: '49 65',
  12: '41 87',
}

/** The smallest and the largest offset of a region in minutes. */
export const regionOffsets = { least: 120, most: 720 }

const minutesByRegion = new Map(
  Object.entries(regionsByHours).flatMap(([hours, regions]) =>
    regions.split(' ').map((region) => [region, Number(hours) * 60] as const),
  ),
)

/** The region's offset from UTC in minutes; Moscow's 180 when the region is unknown. */
export function utcOffsetOfRegion(kladrCode: string | null): number {
  return minutesByRegion.get(String(kladrCode).slice(0, 2)) ?? 180
}
