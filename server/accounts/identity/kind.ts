import type { Selectable } from 'kysely'
import type { Tx } from '#server/db.ts'
import type { Services } from '#server/services.ts'
import type { IdentityTables } from './tables.ts'

export type IdentityAct = Selectable<IdentityTables['identity_acts']>

/** What the letters tell: that it will be done, was done, was stopped, was undone, or could not be done. */
export type Moment = 'before' | 'after' | 'stopped' | 'undone' | 'failed'

export interface Told {
  moment: Moment
  /** The address of the person who reads. */
  own: string
  /** The other person's name and, partly hidden, address: the two may be strangers. */
  other: string
  /** Whether the reader has the account that stays. */
  stays: boolean
  /** When it is done, in words. */
  due: string
}

/** An act on the identity of people: what is special about it. Everything else is in `identity-acts.ts`. */
export interface IdentityKind {
  /** What the link of the letters stops, as the title of its page. */
  title: string
  audit: Record<'asked' | 'confirmed' | 'done' | 'stopped' | 'undone' | 'failed', string>
  /** Does it and returns what undoing needs. Throws a `Refusal` when it cannot be done any more. */
  carryOut(tx: Tx, services: Services, act: IdentityAct): Promise<unknown>
  undo(tx: Tx, services: Services, act: IdentityAct): Promise<void>
  /** Called when it can no longer be undone. */
  settle(tx: Tx, act: IdentityAct): Promise<void>
  letter(told: Told): { subject: string; text: string }
}
