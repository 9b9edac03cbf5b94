const boundary = 'portal-test-boundary'

export const multipartType = `multipart/form-data; boundary=${boundary}`

/** The body of an upload as a browser writes it. */
export function multipartBody(bytes: Uint8Array, name = 'файл.pdf'): Buffer {
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: application/octet-stream\r\n\r\n`
  return Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)])
}

/** The head of a request with a multipart body, for a connection on which the test writes the bytes. */
export const uploadHead = (path: string, { token, length }: { token?: string; length: number }) =>
  `POST ${path} HTTP/1.1\r\nHost: portal.example\r\nContent-Type: ${multipartType}\r\nContent-Length: ${length}\r\n${token ? `X-Token: ${token}\r\n` : ''}\r\n`
