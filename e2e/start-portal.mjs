// Starts the built portal on an empty data directory with a competition for each look, together with a state service.
// Deletes the data at the end.
import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { aStateService } from '#server/testing/a-state-service.ts'
import { quickFolder } from '#server/testing/quick-folder.ts'
import { slowProxy } from './slow-proxy.mjs'

const port = Number(process.env.PORT)
/** The longest delay of calls and answers of the API in milliseconds, to find tests that do not wait for them. */
const latency = Number(process.env.E2E_LATENCY ?? 0)
const portalPort = latency > 0 ? port + 50 : port
const dataDir = quickFolder('portal-e2e-')
const service = await aStateService(`http://localhost:${port}/state-service`)
const portal = spawn(process.execPath, ['demo/portal-of-looks.ts'], {
  stdio: ['ignore', 'inherit', 'inherit'],
  env: {
    ...process.env,
    ...{ DATA_DIR: dataDir, HOST: 'localhost', TRUST_PROXY: 'loopback' },
    ...{ PORT: String(portalPort), PUBLIC_URL: `http://localhost:${port}` },
    // No conversion of recordings on any machine: turning them into H.264 takes longer than a test waits.
    FFMPEG: 'no-ffmpeg',
    ...service.env,
  },
})
if (latency > 0) slowProxy({ port, target: portalPort, most: latency })
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => portal.kill(signal))
portal.on('exit', (code) => {
  rmSync(dataDir, { recursive: true, force: true })
  process.exit(code ?? 0)
})
