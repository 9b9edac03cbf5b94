import { QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { PortalQueryClient } from './query-client.ts'

/** A query whose answers come when the test lets them. */
function aSlowQuery(client: PortalQueryClient, queryKey: readonly string[]) {
  const asked: ((answer: string) => void)[] = []
  const queryFn = () => new Promise<string>((resolve) => asked.push(resolve))
  const observer = new QueryObserver<string>(client, { queryKey, queryFn })
  const stop = observer.subscribe(() => {})
  return { asked, stop, data: () => observer.getCurrentResult().data }
}

test('a query that loads for the first time during a change is loaded again', async () => {
  const client = new PortalQueryClient()
  const query = aSlowQuery(client, ['teams', 'mine'])
  const other = aSlowQuery(client, ['people'])
  expect(query.asked).toHaveLength(1)
  const renewed = client.invalidateQueries({ queryKey: ['teams'] })
  query.asked[0]?.('before the change')
  await expect.poll(() => query.asked.length).toBe(2)
  query.asked[1]?.('after it')
  await renewed
  expect(query.data()).toBe('after it')
  expect(other.asked).toHaveLength(1)
  query.stop()
  other.stop()
})

test('a query that already has an answer is loaded once after a change', async () => {
  const client = new PortalQueryClient()
  const query = aSlowQuery(client, ['teams'])
  query.asked[0]?.('known')
  await expect.poll(() => query.data()).toBe('known')
  const renewed = client.invalidateQueries({ queryKey: ['teams'] })
  expect(query.asked).toHaveLength(2)
  query.asked[1]?.('new')
  await renewed
  expect([query.data(), query.asked.length]).toEqual(['new', 2])
  query.stop()
})
