import type { TestApp } from './test-app.ts'

const address = '/api/v3/user/uploads'

interface Begun {
  /** In bytes. */
  size: number
  name?: string
  purpose?: string
  stage?: number
  field?: string
}

/** The calls of a browser that sends a file in pieces by the tus protocol. */
export function resumedUploads(app: Pick<TestApp, 'fetch'>, token: string) {
  const call = async (
    method: string,
    path: string,
    headers: Record<string, string> = {},
    body?: Uint8Array | string,
  ) => {
    const answer = await app.fetch(path, {
      method,
      headers: { 'X-Token': token, 'Tus-Resumable': '1.0.0', ...headers },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : new Uint8Array(body) }),
    })
    const text = await answer.text()
    return {
      status: answer.status,
      headers: answer.headers,
      body: (text.startsWith('{') ? JSON.parse(text) : {}) as Record<string, never>,
    }
  }
  const pieces = {
    call,
    begin: ({ size, ...said }: Begun, headers: Record<string, string> = {}) =>
      call('POST', address, {
        'Upload-Length': String(size),
        'Upload-Metadata': metadata({ filename: said.name ?? 'план.pdf', ...said }),
        ...headers,
      }),
    /** The address of a new upload. */
    async begun(said: Begun): Promise<string> {
      const { status, headers, body } = await pieces.begin(said)
      if (status !== 201) throw new Error(`an upload was refused: ${status} ${JSON.stringify(body)}`)
      return headers.get('location') ?? ''
    },
    send: (path: string, at: number, bytes: Uint8Array) =>
      call('PATCH', path, { 'Upload-Offset': String(at), 'Content-Type': 'application/offset+octet-stream' }, bytes),
    async received(path: string): Promise<number> {
      return Number((await call('HEAD', path)).headers.get('upload-offset'))
    },
    finish: (path: string) => call('POST', `${path}/file`),
    cancel: (path: string) => call('DELETE', path),
    /** Sends a file from the first call to the last. */
    async whole(bytes: Uint8Array, said: Omit<Begun, 'size'> = {}) {
      const path = await pieces.begun({ size: bytes.length, ...said })
      await pieces.send(path, 0, bytes)
      return pieces.finish(path)
    },
  }
  return pieces
}

const metadata = (said: Record<string, string | number | undefined>): string =>
  Object.entries(said)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name} ${Buffer.from(String(value)).toString('base64')}`)
    .join(',')
