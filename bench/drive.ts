import { Agent, request } from 'node:http'
import { processorTime } from './processor-time.ts'

export interface CallToMake {
  url: string
  method: 'GET' | 'PUT'
  headers: Record<string, string>
  body?: string
}

export interface Driven {
  perSecond: number
  /** Answers other than 2xx. */
  failed: number
  /** Processor time per request. */
  nodeMs: number
  postgresMs: number
}

/** Makes each call once, over the given number of connections, for at most the given time. */
export async function drive(
  calls: readonly CallToMake[],
  {
    connections,
    seconds,
    node,
    postmaster,
  }: { connections: number; seconds: number; node: number; postmaster: number },
): Promise<Driven> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const before = processorMs(node, postmaster)
  const began = performance.now()
  const end = began + seconds * 1000
  let [next, done, failed] = [0, 0, 0]
  await Promise.all(
    Array.from({ length: connections }, async () => {
      for (let call = calls[next++]; call && performance.now() < end; call = calls[next++]) {
        const status = await send(call, agent)
        done += 1
        if (status < 200 || status > 299) failed += 1
      }
    }),
  )
  const took = (performance.now() - began) / 1000
  const after = processorMs(node, postmaster)
  agent.destroy()
  return {
    perSecond: done / took,
    failed,
    nodeMs: (after.node - before.node) / done,
    postgresMs: (after.postgres - before.postgres) / done,
  }
}

function send({ url, method, headers, body }: CallToMake, agent: Agent): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, agent, headers }, (response) => {
      response.resume()
      response.on('end', () => resolve(response.statusCode ?? 0))
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

function processorMs(node: number, postmaster: number): { node: number; postgres: number } {
  const postgres = processorTime(postmaster)
  return { node: processorTime(node).own, postgres: postgres.own + postgres.others }
}
