import { showDateTime } from '#shared/platform/time/moscow.ts'

export type Line = readonly [label: string, value: string]

/** One record about a person: `kept` as it is stored, `lines` as the person reads it. */
export interface OwnRecord {
  kept: Record<string, unknown>
  lines: Line[]
}

/** A date and time for readers. */
export const moment = (at: Date | null): string => (at ? showDateTime(at) : 'нет')
