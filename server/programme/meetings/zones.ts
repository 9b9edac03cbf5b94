import { regions } from '#server/forms/dictionaries/data/regions.ts'
import { utcOffsetOfRegion } from '#shared/stages/region-hours.ts'

const codeByName = new Map(regions.map(([code, name]) => [name, code]))

/** The offset from UTC in minutes of the region that a mentor names; for an unknown region that of Moscow. */
export const offsetOfRegionName = (name: string | null): number => utcOffsetOfRegion(codeByName.get(name ?? '') ?? null)
