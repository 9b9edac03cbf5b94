import type { Db, Tx } from '#server/db.ts'
import { untilWaiting } from './waiting-for-locks.ts'

interface Order<Answer> {
  /** Takes, in a transaction of its own, the locks at which the call is to wait. */
  lock: (tx: Tx) => Promise<unknown>
  /** The call that is under way. */
  call: () => Promise<Answer>
  /** What happens while the call waits: within the transaction that holds the locks, or in calls of its own. */
  meanwhile: (tx: Tx) => Promise<unknown>
  /** How many statements wait then; one unless the call consists of several. */
  waiting?: number
}

/**
 * Lets something happen in the middle of a call: the call waits for a lock, which ends only when the other thing is
 * done. The answer is the call's own, or its error.
 */
export async function meetInOrder<Answer>(db: Db, { lock, call, meanwhile, waiting = 1 }: Order<Answer>) {
  let answer: Promise<PromiseSettledResult<Answer>[]> | undefined
  await db.transaction().execute(async (tx) => {
    await lock(tx)
    answer = Promise.allSettled([call()])
    await untilWaiting(db, waiting)
    await meanwhile(tx)
  })
  const [ended] = (await answer) ?? []
  if (ended?.status !== 'fulfilled') throw ended?.reason
  return ended.value
}
