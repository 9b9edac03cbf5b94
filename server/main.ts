import { enableCompileCache } from 'node:module'

// Before anything else is read: compiled code is kept between starts.
enableCompileCache()

const { readPackagesInOneFile } = await import('./bundled-packages.ts')
readPackagesInOneFile()

const { startPortal } = await import('./start-portal.ts')
const { StartRefused } = await import('./platform/config/start-refused.ts')

startPortal(process.env).catch((fault) => {
  console.error(fault instanceof StartRefused ? fault.message : fault)
  process.exit(1)
})
