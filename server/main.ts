import { enableCompileCache } from 'node:module'

// Must come first: compiled code is cached between starts.
enableCompileCache()

const { readPackagesInOneFile } = await import('./bundled-packages.ts')
readPackagesInOneFile()

const { startPortal } = await import('./start-portal.ts')
const { StartRefused } = await import('./platform/config/start-refused.ts')

startPortal(process.env).catch((fault) => {
  console.error(fault instanceof StartRefused ? fault.message : fault)
  process.exit(1)
})
