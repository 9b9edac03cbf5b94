// npm run first-administrator  prints a link to create the first administrator, until somebody has all rights
import { fileURLToPath } from 'node:url'
import { portalNode, run, setUp } from './setup.mjs'

if (Number.parseInt(process.versions.node, 10) < 24) {
  await setUp({ web: false })
  process.exitCode = await run(portalNode, [fileURLToPath(import.meta.url), ...process.argv.slice(2)])
} else {
  const { firstAdministratorCommand } = await import('../server/accounts/auth/first-administrator-command.ts')
  process.exitCode = await firstAdministratorCommand(process.env)
}
