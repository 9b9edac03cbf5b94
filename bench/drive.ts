import { readdirSync, readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'

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
  /** Processor milliseconds a request. */
  nodeMs: number
  postgresMs: number
}

/** What a phase of the measurement runs: each call once, in turn, over so many connections, for so long at most. */
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
  const before = [processorMs([node]), processorMs(family(postmaster))] as const
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
  agent.destroy()
  return {
    perSecond: done / took,
    failed,
    nodeMs: (processorMs([node]) - before[0]) / done,
    postgresMs: (processorMs(family(postmaster)) - before[1]) / done,
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

/** The process and all that it has started, down to the last. */
function family(root: number): number[] {
  const parents = new Map<number, number>()
  for (const name of readdirSync('/proc').filter((each) => /^\d+$/.test(each))) {
    const stat = statOf(Number(name))
    if (stat) parents.set(Number(name), Number(stat[1]))
  }
  const members = new Set([root])
  for (let grown = 0; grown !== members.size; ) {
    grown = members.size
    for (const [child, parent] of parents) if (members.has(parent)) members.add(child)
  }
  return [...members]
}

/** The process that started this one. */
export const parentOf = (pid: number): number => Number(statOf(pid)?.[1])

/** User and system time so far. The clock of the kernel ticks a hundred times a second. */
const processorMs = (pids: readonly number[]): number =>
  pids.reduce((sum, pid) => {
    const stat = statOf(pid)
    return sum + (stat ? (Number(stat[11]) + Number(stat[12])) * 10 : 0)
  }, 0)

/** The fields after the name of the program: state, parent … user time, system time. */
function statOf(pid: number): string[] | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return text.slice(text.lastIndexOf(')') + 2).split(' ')
  } catch {
    return null
  }
}
