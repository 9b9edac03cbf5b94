import { StartRefused } from '#server/platform/config/start-refused.ts'
import { startPortal } from './start-portal.ts'

/** Starts the portal. When the start fails, prints the reason and ends the process. */
export async function runPortal(env: NodeJS.ProcessEnv): Promise<void> {
  await startPortal(env).catch((fault) => {
    console.error(fault instanceof StartRefused ? fault.message : fault)
    process.exit(1)
  })
}
