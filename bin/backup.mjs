// npm run backup: copies the embedded database and the files into BACKUP_DIR; the portal may be running. See docs/backup.md.
import { fileURLToPath } from 'node:url'
import { portalNode, run, setUp } from './setup.mjs'

if (Number.parseInt(process.versions.node, 10) < 24) {
  await setUp({ web: false })
  process.exitCode = await run(portalNode, [fileURLToPath(import.meta.url)])
} else {
  const { backUp } = await import('../server/platform/backups/back-up.ts')
  process.exitCode = await backUp(process.env)
}
