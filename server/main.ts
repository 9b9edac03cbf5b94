import { enableCompileCache } from 'node:module'

// Must come first: compiled code is cached between starts.
enableCompileCache()
const { runPortal } = await import('./run-portal.ts')
runPortal(process.env)
