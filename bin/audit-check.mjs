// npm run audit-check                       checks the audit of the portal whose settings are in the environment
// npm run audit-check -- --head <id>:<hash> also finds removed newest rows, by the head that an earlier check printed
// See docs/decisions/0012-the-audit-head-is-published.md.
import { fileURLToPath } from 'node:url'
import { portalNode, run, setUp } from './setup.mjs'

if (Number.parseInt(process.versions.node, 10) < 24) {
  await setUp({ web: false })
  process.exitCode = await run(portalNode, [fileURLToPath(import.meta.url), ...process.argv.slice(2)])
} else {
  const { auditCheck } = await import('../server/audit/audit-check.ts')
  process.exitCode = await auditCheck(process.env, process.argv.slice(2))
}
