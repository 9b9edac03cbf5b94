// The server restarts and the pages are built again when their sources change; reload the page to see the changes.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { runPortal } from './portal-process.mjs'
import { forgetBuild, portalNode, root, setUp } from './setup.mjs'

await setUp({ server: false })
forgetBuild()
const vite = [join('node_modules', 'vite', 'bin', 'vite.js'), 'build', '--watch', '--logLevel', 'warn']
for (const args of [vite, [...vite, '--ssr']]) {
  const pages = spawn(portalNode, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] })
  process.once('exit', () => pages.kill())
}
runPortal(['--watch', '--watch-preserve-output'], 'server/main.ts')
