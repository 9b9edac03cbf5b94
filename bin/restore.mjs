// npm run restore                                restores the stopped portal to its last state, from BACKUP_DIR
// npm run restore -- --to "2026-11-22 10:30:00"  restores it to that moment (Moscow time). See docs/backup.md.
// npm run restore -- --keys secrets.json         takes the keys from a file: copies hold none
import { fileURLToPath } from 'node:url'
import { portalNode, run, setUp } from './setup.mjs'

if (Number.parseInt(process.versions.node, 10) < 24) {
  await setUp({ web: false })
  process.exitCode = await run(portalNode, [fileURLToPath(import.meta.url), ...process.argv.slice(2)])
} else {
  const { restore } = await import('../server/platform/backups/restore.ts')
  process.exitCode = await restore(process.env, process.argv.slice(2))
}
