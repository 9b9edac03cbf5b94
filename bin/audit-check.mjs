// npm run audit-check                       checks the audit of the portal whose settings are in the environment against
//                                           the heads that were stored outside its database
// npm run audit-check -- --head <id>:<hash> also against a head from a letter or an earlier check
// See docs/decisions/0138-the-audit-belongs-to-another-role-and-its-newest-row-leaves.md.
import { fileURLToPath } from 'node:url'
import { portalNode, run, setUp } from './setup.mjs'

if (Number.parseInt(process.versions.node, 10) < 24) {
  await setUp({ web: false })
  process.exitCode = await run(portalNode, [fileURLToPath(import.meta.url), ...process.argv.slice(2)])
} else {
  const { auditCheck } = await import('../server/platform/audit/audit-check.ts')
  process.exitCode = await auditCheck(process.env, process.argv.slice(2))
}
