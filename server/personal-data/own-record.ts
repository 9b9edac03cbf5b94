import { showDateTime } from '#shared/time/moscow.ts'

export type Line = readonly [label: string, value: string]

/** One thing that the portal knows of a person: as it is kept, and as the person reads it. */
export interface OwnRecord {
  kept: Record<string, unknown>
  lines: Line[]
}

/** When it was, as people read it. */
export const moment = (at: Date | null): string => (at ? showDateTime(at) : 'нет')
