import { LRUCache } from 'lru-cache'
import type { PersonStages } from './person-stages.ts'

/** The statuses of one person, valid for these versions of the person and the season, from `from` to before `until`. */
export interface Remembered {
  stages: PersonStages
  personVersion: string
  from: Date
  until: Date | null
}

/** One entry is about 20 kB. */
const maxPeople = 3000

/**
 * The statuses of the people who were here last. Never used without a check: a reader compares the versions with those
 * in the database.
 */
export const peopleMemory = () => new LRUCache<string, Remembered>({ max: maxPeople })

export type PeopleMemory = ReturnType<typeof peopleMemory>

export const isValidAt = ({ from, until }: Remembered, now: Date): boolean =>
  now >= from && (until === null || now < until)

/** The next moment at which one of these statuses may change without a write; null without one. */
export function nextChange({ season, stages }: PersonStages, now: Date): Date | null {
  let next: Date | null = null
  const consider = (moment: Date | null) => {
    if (moment !== null && moment > now && (next === null || moment < next)) next = moment
  }
  for (const { opensAt, closesAt, reopenings } of season.stages) {
    consider(opensAt)
    consider(closesAt)
    for (const { at } of reopenings) consider(at)
  }
  for (const { row, own, state } of stages) {
    for (const moment of (own.standing !== null && row.kind?.standing?.changes(own.standing, state)) || [])
      consider(moment)
    consider(state.window.opensAt)
    consider(state.window.closesAt)
  }
  return next
}
