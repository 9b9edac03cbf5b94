// Starts the portal from its sources: while they change, and when the server was not made one file.
import { enableCompileCache } from 'node:module'

// Must come first: compiled code is cached between starts.
enableCompileCache()

const { readPackagesInOneFile } = await import('./bundled-packages.ts')
readPackagesInOneFile()

const { runPortal } = await import('./run-portal.ts')
runPortal(process.env)
