import { isUnavailable } from './errors.ts'

interface Waiting<Value, Result> {
  value: Value
  resolve(result: Result): void
  reject(fault: unknown): void
}

interface Gathering<Value, Result> {
  /** Gives one result for each value, in their order. It may be called again with values of a run that has failed. */
  run: (values: Value[]) => Promise<Result[]>
  /** Two values with the same key never share a run. */
  key: (value: Value) => string
  /** The maximum of values in a run, and of runs at the same time. */
  most?: number
  atOnce?: number
}

/**
 * Calls that come while others run are collected into one statement, so that they share its commit; each is answered
 * only after it. No call waits for further calls to come. When a run fails, each of its values is tried alone; not when
 * the database was lost, because the run may have been committed.
 */
export function gathered<Value, Result>({
  run,
  key,
  most = 64,
  atOnce = 2,
}: Gathering<Value, Result>): (value: Value) => Promise<Result> {
  let waiting: Waiting<Value, Result>[] = []
  let underWay = 0
  let asked = false

  function ask(): void {
    if (asked || waiting.length === 0 || underWay >= atOnce) return
    asked = true
    // After all calls of the same turn of the event loop have come.
    setImmediate(() => {
      asked = false
      const together = next()
      underWay += 1
      void settle(together).finally(() => {
        underWay -= 1
        ask()
      })
      ask()
    })
  }

  function next(): Waiting<Value, Result>[] {
    const taken = new Map<string, Waiting<Value, Result>>()
    const left: Waiting<Value, Result>[] = []
    for (const one of waiting) {
      const name = key(one.value)
      if (taken.size < most && !taken.has(name)) taken.set(name, one)
      else left.push(one)
    }
    waiting = left
    return [...taken.values()]
  }

  async function settle(together: readonly Waiting<Value, Result>[]): Promise<void> {
    try {
      const results = await run(together.map(({ value }) => value))
      for (const [at, { resolve }] of together.entries()) resolve(results[at] as Result)
    } catch (fault) {
      if (together.length === 1 || isUnavailable(fault)) for (const { reject } of together) reject(fault)
      else await Promise.all(together.map((one) => settle([one])))
    }
  }

  return (value) =>
    new Promise((resolve, reject) => {
      waiting.push({ value, resolve, reject })
      ask()
    })
}
