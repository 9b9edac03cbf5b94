// npm run bench: the product beside a bare server, measured in the same run.
import { spawnSync } from 'node:child_process'
import { node, setUp } from './setup.mjs'

await setUp()
process.exit(spawnSync(node(), ['bench/run.ts'], { stdio: 'inherit' }).status ?? 1)
