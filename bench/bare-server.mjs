// The floor beside which the portal is measured: node:http and one constant answer.
import { createServer } from 'node:http'

const body = JSON.stringify({ status: 'ok' })
createServer((_request, response) => {
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) })
  response.end(body)
}).listen(Number(process.env.PORT), '127.0.0.1')
