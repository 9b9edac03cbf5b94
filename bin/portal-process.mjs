import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { portalNode, root } from './setup.mjs'

/**
 * Runs the portal and ends with its exit code. A signal reaches it once: Ctrl+C comes from the terminal and from npm
 * at the same time, and the portal takes a second one for impatience. It ends when this process is killed outright.
 */
export function runPortal(nodeArgs = []) {
  const endWithParent = pathToFileURL(join(root, 'bin', 'end-with-parent.mjs')).href
  const portal = spawn(portalNode, ['--import', endWithParent, ...nodeArgs, join('server', 'main.ts')], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    detached: process.platform !== 'win32',
  })
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
