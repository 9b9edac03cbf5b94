// npm run seed -- 250000  adds a season with that many made-up people to the running portal, for measurements.
import { fileURLToPath } from 'node:url'
import { portalNode, run, setUp } from './setup.mjs'

if (Number.parseInt(process.versions.node, 10) < 24) {
  await setUp({ web: false })
  process.exitCode = await run(portalNode, [fileURLToPath(import.meta.url), ...process.argv.slice(2)])
} else {
  const { seedCommand } = await import('../demo/seed-command.ts')
  process.exitCode = await seedCommand(process.env, process.argv.slice(2))
}
