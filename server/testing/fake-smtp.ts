import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

export interface FakeSmtp {
  url: string
  /** The letters whose whole text has arrived, in order; answered or not. */
  received: { to: string; messageId: string; at: number }[]
  close(): Promise<void>
}

/** What the server does with a letter that has arrived: takes it by returning, or answers what it throws. */
type OnLetter = (letter: { to: string; count: number; drop: () => void }) => Promise<void>

export async function fakeSmtp(onLetter: OnLetter = async () => {}): Promise<FakeSmtp> {
  const received: FakeSmtp['received'] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    closeTimeout: 100,
    onRcptTo: ({ address }, _session, done) =>
      done(address.startsWith('nobody') ? Object.assign(new Error('no such user here'), { responseCode: 550 }) : null),
    onData(stream, session, done) {
      let text = ''
      stream.on('data', (chunk: Buffer) => {
        text += chunk.toString()
      })
      stream.on('end', () => {
        const to = session.envelope.rcptTo[0]?.address ?? ''
        received.push({ to, messageId: /^Message-ID: (.+)$/im.exec(text)?.[1] ?? '', at: performance.now() })
        const drop = () => (session as unknown as { drop?: () => void }).drop?.()
        onLetter({ to, count: received.filter((letter) => letter.to === to).length, drop }).then(() => done(), done)
      })
    },
    onConnect(session, done) {
      const socket = [...(server as unknown as { connections: Set<Connection> }).connections].find(
        ({ session: its }) => its === session,
      )
      Object.assign(session, { drop: () => socket?._socket.destroy() })
      done()
    },
  })
  interface Connection {
    session: unknown
    _socket: { destroy(): void }
  }
  // A client that ends in the middle of a letter is no fault of the server.
  server.on('error', () => {})
  const port = await new Promise<number>((resolve) => {
    const listening = server.listen(0, '127.0.0.1', () => resolve((listening.address() as AddressInfo).port))
  })
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
