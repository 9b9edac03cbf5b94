import type { StageStatus } from './status.ts'

/** Who owns the work of a stage: one person, a whole team, or nobody. */
export type Worker = 'person' | 'team' | 'none'

/** An address of the kind's page, below `stages/`. */
export interface KindAddress {
  /** The part after the kind's code, such as `/{-$stage}`. */
  tail: string
  /** The list is a page of its own. */
  variant?: 'list'
  /** A guard from spec.md for this address. */
  guard?: 'teams' | 'meeting'
}

/** The words for a stage of this kind in the list of stages. */
export interface KindWords {
  /** Before the end date. */
  until: string
  /** On the button of an open stage that was not started. */
  begin: string
  /** On the button of a stage that was started. */
  resume: string
}

/**
 * What the browser needs to know about all kinds at once. Plain data without a schema library: settings and answer are
 * defined in the kind's contract.ts, which only the server loads.
 */
export interface KindFacts {
  type: string
  /** The Russian name for organisers and participants. */
  title: string
  addresses: readonly [KindAddress, ...KindAddress[]]
  /** The statuses in which the stage page redirects to the track page. */
  blockOn: readonly StageStatus[]
  /** The page is closed while the stage is neither viewable nor active, whatever its status. */
  needsViewable: boolean
  /** People, not the portal, end the status `processing`, so the stage's page does not poll for its end. */
  processedByPeople?: boolean
  work: Worker
  words: KindWords
}

export const kindFacts = <const F extends KindFacts>(facts: F): F => facts

/** The address of a kind unless spec.md names another. */
export const usualAddress: readonly [KindAddress] = [{ tail: '/{-$stage}' }]

export const usualWords: KindWords = { until: 'Сдать до', begin: 'Начать', resume: 'Продолжить' }
