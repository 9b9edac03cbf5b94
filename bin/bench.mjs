// npm run bench: the product beside a bare server, measured in the same run.
import { portalNode, run, setUp } from './setup.mjs'

await setUp({ dev: true })
process.exitCode = await run(portalNode, ['bench/run.ts'])
