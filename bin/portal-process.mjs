import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { nodeArgs, nodeEnv } from './node-args.mjs'
import { portalNode, root } from './setup.mjs'

/**
 * Runs the portal and ends with its exit code. Ctrl+C arrives both from the terminal and from npm, but the portal would
 * take a second signal as an order to stop at once, so each signal is passed on only once. The portal also ends when
 * this process is killed.
 */
export function runPortal(more = [], args = []) {
  const endWithParent = pathToFileURL(join(root, 'bin', 'end-with-parent.mjs')).href
  const portal = spawn(
    portalNode,
    ['--import', endWithParent, ...nodeArgs, ...more, join('server', 'main.ts'), ...args],
    {
      cwd: root,
      env: { ...nodeEnv, ...process.env },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      detached: process.platform !== 'win32',
    },
  )
  let lastPassed = 0
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      if (Date.now() - lastPassed < 1000) return
      lastPassed = Date.now()
      portal.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal)
    })
  }
  portal.once('error', (error) => {
    console.error(`Портал не запустился: ${error.message}`)
    process.exit(1)
  })
  portal.once('exit', (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 0)))
  return portal
}
