// The baseline for a start: the same embedded PostgreSQL, one query, one answer.
import { createServer } from 'node:http'
import pg from 'pg'
import { startEmbedded } from '#server/platform/db/embedded/embedded.ts'

const server = await startEmbedded({ dataDir: String(process.env.DATA_DIR) })
const pool = new pg.Pool(server.connection)
await pool.query('select 1')
const http = createServer((_request, response) => response.end('ok'))
http.listen(Number(process.env.PORT), '127.0.0.1')
process.on('SIGTERM', async () => {
  http.close()
  await pool.end()
  await server.stop()
  process.exit(0)
})
