import type { StageStatus } from './status.ts'

/** Whose work a stage takes: one person's, one for a whole team, or none at all. */
export type Worker = 'person' | 'team' | 'none'

/** An address of the kind's page, below `stages/`. */
export interface KindAddress {
  /** What follows the kind's code, such as `/{-$stage}`. */
  tail: string
  /** The list is a page of its own name. */
  variant?: 'list'
  /** A guard of spec.md that only this address has. */
  guard?: 'teams' | 'meeting'
}

/** What the path of stages says of a stage of this kind. */
export interface KindWords {
  /** Before the date of its end. */
  until: string
  /** On the button of a stage that is open and not begun. */
  begin: string
  /** On the button of one that is begun. */
  resume: string
}

/**
 * What the browser needs to know of every kind at once. Plain data without a schema library: the settings and the answer
 * are in the kind's contract.ts, which only the server loads.
 */
export interface KindFacts {
  type: string
  /** The Russian name, as organisers and participants read it. */
  title: string
  addresses: readonly [KindAddress, ...KindAddress[]]
  /** The statuses in which the page of the stage sends the person to the track page. */
  blockOn: readonly StageStatus[]
  /** The page is closed while the stage is neither viewable nor active, whatever its status. */
  needsViewable: boolean
  work: Worker
  words: KindWords
}

export const kindFacts = <const F extends KindFacts>(facts: F): F => facts

/** The address that a kind has when spec.md names no other. */
export const usualAddress: readonly [KindAddress] = [{ tail: '/{-$stage}' }]

export const usualWords: KindWords = { until: 'Сдать до', begin: 'Начать', resume: 'Продолжить' }
