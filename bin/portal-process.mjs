import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { nodeArgs, nodeEnv, portalProgram } from './node-args.mjs'
import { portalNode, root } from './setup.mjs'

/** Seconds before the next start. It doubles with each process that ends, and is short again after one that lasted. */
const pauses = { first: 1, longest: 60, lasted: 120 }

/**
 * Runs the portal and ends with its exit code. A process that has served and ends without being told to is started
 * again; one that never got so far is not, because its settings would refuse the next one too. Ctrl+C arrives both from
 * the terminal and from npm, but the portal would take a second signal as an order to stop at once, so each signal is
 * passed on only once. The portal also ends when this process is killed.
 */
export function runPortal(more = [], program = portalProgram) {
  let [portal, told, served, pause, lastPassed] = [null, false, false, pauses.first, 0]

  const start = () => {
    const began = Date.now()
    portal = spawnPortal(more, program)
    portal.on('message', (said) => {
      if (said === 'serves') served = true
      if (said === 'ends as told') told = true
    })
    portal.once('error', (error) => {
      console.error(`Портал не запустился: ${error.message}`)
      process.exit(1)
    })
    portal.once('exit', (code, signal) => {
      if (told || !served) process.exit(code ?? 128 + (constants.signals[signal] ?? 0))
      if (Date.now() - began > pauses.lasted * 1000) pause = pauses.first
      const reason = signal === null ? `код ${code}` : `сигнал ${signal}`
      console.error(`Портал завершился сам (${reason}). Запускаю его снова через ${pause} с.`)
      portal = null
      setTimeout(start, pause * 1000)
      pause = Math.min(pause * 2, pauses.longest)
    })
  }

  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      told = true
      // Between two processes there is nothing to wait for.
      if (portal === null) process.exit(0)
      if (Date.now() - lastPassed < 1000) return
      lastPassed = Date.now()
      portal.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal)
    })
  }
  start()
}

function spawnPortal(more, program) {
  const endWithParent = pathToFileURL(join(root, 'bin', 'end-with-parent.mjs')).href
  return spawn(portalNode, ['--import', endWithParent, ...nodeArgs, ...more, program], {
    cwd: root,
    env: { ...nodeEnv, ...process.env },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    detached: process.platform !== 'win32',
  })
}
