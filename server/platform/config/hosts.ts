/** A server that an address names. */
export interface Host {
  /** An address of this server alone. */
  url: string
  host: string
  port: number
}

/** Which of the servers of an address accepts writes. */
export interface Primary {
  hosts: readonly Host[]
  /** Asks all servers at once, unless it is known, and takes the first that accepts writes. Throws `NoPrimary`. */
  find(): Promise<Host>
  /** A connection broke or could not be made: the next `find` asks again. */
  forget(): void
}

interface Answer extends Pick<Host, 'host' | 'port'> {
  /** Why it cannot be used; null: it can only be read. */
  reason: string | null
}

/** No server accepts writes at this moment. */
export class NoPrimary extends Error {
  readonly code = '57P03'
  readonly answers: readonly Answer[]
  constructor(answers: readonly Answer[]) {
    super(
      `no database accepts writes: ${answers.map((each) => `${nameOf(each)} ${each.reason ?? 'only reads'}`).join('; ')}`,
    )
    this.answers = answers
  }
}

export const nameOf = ({ host, port }: Pick<Host, 'host' | 'port'>) => `${host}:${port}`

/**
 * The servers of an address with several, such as `postgres://user@one:5432,two:5432/name` or `…/name?host=one,two`, as
 * libpq reads it.
 */
export function hostsOf(connectionString: string): Host[] {
  const parts = /^(\w+:\/\/(?:[^/?#]*@)?)([^/?#]*)([^?#]*)(.*)$/.exec(connectionString)
  const [, start = '', authority = '', path = '', search = ''] = parts ?? []
  const query = new URLSearchParams(search)
  const [hosts, ports] = ['host', 'port'].map((name) => query.get(name)?.split(',') ?? [])
  const places = hosts?.length
    ? hosts.map((host, at) => [encodeURIComponent(host), ports?.[at] ?? ports?.[0]].filter(Boolean).join(':'))
    : authority.split(',')
  for (const name of ['host', 'port', 'target_session_attrs']) query.delete(name)
  const rest = query.size > 0 ? `?${query}` : ''
  return places.map((place) => {
    const url = places.length === 1 ? connectionString : `${start}${place}${path}${rest}`
    const { hostname, port } = new URL(`${start}${place}${path}`)
    return { url, host: decodeURIComponent(hostname).replace(/^\[|\]$/g, ''), port: Number(port || 5432) }
  })
}

/** How long one server may take to answer while another may be ready, in milliseconds. */
const maxAnswerMs = 2000
/** Shared by all connections of the process, so that they use the same server. */
const primaries = new Map<string, Primary>()

/** `tryOut` connects to a server and throws when it cannot be used. */
export function primaryOf(connectionString: string, tryOut: (host: Host, ms: number) => Promise<void>): Primary {
  const shared = primaries.get(connectionString) ?? findPrimary(hostsOf(connectionString), tryOut)
  primaries.set(connectionString, shared)
  return shared
}

function findPrimary(hosts: readonly Host[], tryOut: (host: Host, ms: number) => Promise<void>): Primary {
  const [only] = hosts
  let known = hosts.length === 1 && only ? only : null
  let asking: Promise<Host> | null = null

  async function ask(): Promise<Host> {
    const answers = hosts.map((host) =>
      tryOut(host, maxAnswerMs).then(
        () => null,
        (fault) => answerOf(host, fault),
      ),
    )
    const unfit: Answer[] = []
    // In the order of the address: with two that accept writes all processes choose the same.
    for (const [at, host] of hosts.entries()) {
      const answer = await answers[at]
      if (!answer) return host
      unfit.push(answer)
    }
    throw new NoPrimary(unfit)
  }

  return {
    hosts,
    async find() {
      if (known) return known
      asking ??= ask().finally(() => {
        asking = null
      })
      known = await asking
      return known
    },
    forget() {
      if (hosts.length > 1) known = null
    },
  }
}

function answerOf({ host, port }: Host, fault: NodeJS.ErrnoException): Answer {
  return { host, port, reason: fault instanceof NoPrimary ? null : fault.message || String(fault.code) }
}
