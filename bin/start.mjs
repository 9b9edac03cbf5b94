import { runPortal } from './portal-process.mjs'
import { setUp } from './setup.mjs'

await setUp()
runPortal()
