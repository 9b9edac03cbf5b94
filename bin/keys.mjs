// npm run keys            prints the progress of a change of keys, and whether the previous ones can be removed
// npm run keys -- rotate  changes the keys of the data directory; `drop` removes the previous ones
// See docs/decisions/0030-keys-have-neighbours.md.
import { fileURLToPath } from 'node:url'
import { portalNode, run, setUp } from './setup.mjs'

if (Number.parseInt(process.versions.node, 10) < 24) {
  await setUp({ web: false })
  process.exitCode = await run(portalNode, [fileURLToPath(import.meta.url), ...process.argv.slice(2)])
} else {
  const { keysCommand } = await import('../server/accounts/keys/keys-command.ts')
  process.exitCode = await keysCommand(process.env, process.argv.slice(2))
}
