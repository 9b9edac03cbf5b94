import { queryChannel } from '#server/platform/db/client.ts'

/** The statements that this process sent while `action` ran, without those that begin and end transactions. */
export async function queriesOf(action: () => Promise<unknown>): Promise<string[]> {
  const texts: string[] = []
  const collect = (text: unknown) => {
    if (!/^\s*(begin|start transaction|commit|rollback|savepoint|release)\b/i.test(String(text)))
      texts.push(String(text))
  }
  queryChannel.subscribe(collect)
  try {
    await action()
  } finally {
    queryChannel.unsubscribe(collect)
  }
  return texts
}

/**
 * How many statements `action` runs, or how many of them match. A list must need the same number for one row and for three.
 */
export async function countQueries(action: () => Promise<unknown>, like = /^/): Promise<number> {
  return (await queriesOf(action)).filter((text) => like.test(text)).length
}
