import { fileURLToPath } from 'node:url'
import { portalProgram } from '#bin/node-args.mjs'
import { loadDictionaries } from '#server/forms/dictionaries/load-dictionaries.ts'
import { openPortalDatabase } from '#server/open-portal-database.ts'
import { guardAudit } from '#server/platform/audit/guard-audit.ts'
import { readConfig } from '#server/platform/config/config.ts'
import { fileDisk } from '#server/platform/files/disk.ts'
import type { Database } from '#server/tables.ts'
import { fillLooks } from './fill-looks.ts'
import { loadDemo } from './load-demo.ts'

/* The portal with the demo season and a competition for each look, in an empty data directory that is not kept. */
const config = readConfig(process.env)
const database = await openPortalDatabase<Database>(config, {
  migrations: fileURLToPath(new URL('../server/migrations', import.meta.url)),
  guard: guardAudit,
  onError: console.error,
})
await loadDictionaries(database.db)
await loadDemo({ db: database.db, clock: () => new Date(), disk: fileDisk(`${config.dataDir}/files`), config })
await fillLooks(database.db, new Date())
await database.close()
await import(new URL(`../${portalProgram}`, import.meta.url).href)
