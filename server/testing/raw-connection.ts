import { connect, type Socket } from 'node:net'

export interface RawAnswer {
  /** 0 when the connection ended without an answer. */
  status: number
  /** Names in lower case. */
  headers: Record<string, string>
  text: string
}

export interface RawConnection {
  socket: Socket
  /** The first answer, once all of it has come. */
  answer: Promise<RawAnswer>
  /** Resolves when the portal has closed the connection completely. */
  closed: Promise<void>
}

/** A connection on which a test sends bytes that no HTTP client would send. End it with `socket.destroy()`. */
export function rawConnection(url: string, ...parts: (string | Uint8Array)[]): RawConnection {
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true })
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  const answer = new Promise<RawAnswer>((resolve) => {
    let bytes = Buffer.alloc(0)
    const look = (ended: boolean) => {
      const [head = '', ...rest] = bytes.toString('utf8').split('\r\n\r\n')
      const [line = '', ...lines] = head.split('\r\n')
      const headers = Object.fromEntries(
        lines.map((each) => [each.split(':')[0]?.toLowerCase() ?? '', each.slice(each.indexOf(':') + 1).trim()]),
      )
      const text = rest.join('\r\n\r\n')
      if (!ended && !(rest.length > 0 && Buffer.byteLength(text) >= Number(headers['content-length'] ?? Infinity)))
        return
      resolve({ status: Number(/^HTTP\/1\.1 (\d{3}) /.exec(line)?.[1] ?? 0), headers, text })
    }
    socket.on('data', (chunk) => {
      bytes = Buffer.concat([bytes, chunk])
      look(false)
    })
    socket.on('end', () => look(true))
    socket.on('error', () => look(true))
    void closed.then(() => look(true))
  })
  for (const part of parts) socket.write(part)
  return { socket, answer, closed }
}

/** Sends these bytes on a new connection and returns the answer. */
export async function rawCall(url: string, ...parts: (string | Uint8Array)[]): Promise<RawAnswer> {
  const { socket, answer } = rawConnection(url, ...parts)
  return answer.finally(() => socket.destroy())
}
