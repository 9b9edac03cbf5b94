import { AsyncLocalStorage } from 'node:async_hooks'
import { channel } from 'node:diagnostics_channel'
import { setTimeout as delay } from 'node:timers/promises'
import { Kysely, type Transaction } from 'kysely'

/** Publishes the error of every transaction that is run again. */
export const repeatChannel = channel('portal:repeated-transaction')

/** What a call adds to each of its transactions. */
export interface AddedToTransactions {
  /** Runs first in the transaction. */
  begin<DB>(tx: Transaction<DB>): Promise<unknown>
  committed?(): void
}
const added = new AsyncLocalStorage<readonly AddedToTransactions[]>()

/** Runs something whose transactions begin with what is added, after what was added around it. */
export const withTransactions = <Result>(one: AddedToTransactions, run: () => Promise<Result>): Promise<Result> =>
  added.run([...(added.getStore() ?? []), one], run)

/** Runs after the first one. */
const repeats = 4
const firstPauseMs = 20

/** Thrown in a transaction that must begin again, because what it is to lock has become more meanwhile. */
export class BeginAgain extends Error {}

/** PostgreSQL ended the transaction because of another one, as a deadlock or where both cannot be in a sequence. */
const isVictim = (error: unknown): boolean =>
  error instanceof BeginAgain || ['40P01', '40001'].includes(String((error as { code?: unknown })?.code))

/**
 * Kysely whose transactions are run again, a few times and after a pause, when PostgreSQL ended them because of
 * another. So what a transaction does outside the database it must be able to do twice.
 */
export class RepeatingKysely<DB> extends Kysely<DB> {
  override transaction(): ReturnType<Kysely<DB>['transaction']> {
    const builder = super.transaction()
    const execute = builder.execute.bind(builder)
    builder.execute = async (callback) => {
      const all = added.getStore() ?? []
      const result = await repeated(() =>
        execute(async (tx) => {
          for (const one of all) await one.begin(tx)
          return callback(tx)
        }),
      )
      for (const one of all) one.committed?.()
      return result
    }
    return builder
  }
}

async function repeated<Result>(run: () => Promise<Result>): Promise<Result> {
  for (let times = 0; ; times++)
    try {
      return await run()
    } catch (error) {
      if (!isVictim(error) || times === repeats) throw error
      repeatChannel.publish(error)
      // Of different length, so that the same two do not meet again.
      await delay(firstPauseMs * 2 ** times * (0.5 + Math.random()))
    }
}
