// The baseline for the portal: node:http with one constant answer; at /<bytes> an answer of that length.
import { createServer } from 'node:http'

const short = JSON.stringify({ status: 'ok' })
const long = new Map()

createServer((request, response) => {
  const bytes = Number(request.url?.slice(1))
  const body = bytes > 0 ? (long.get(bytes) ?? '.'.repeat(bytes)) : short
  if (bytes > 0) long.set(bytes, body)
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) })
  response.end(body)
}).listen(Number(process.env.PORT), '127.0.0.1')
