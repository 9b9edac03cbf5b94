// npm run bench: the portal compared with a bare server in the same run, then its pages on a phone.
// npm run bench -- load, or another name of the list, runs only that.
import { portalNode, run, setUp } from './setup.mjs'

const benchmarks = {
  load: 'bench/run.ts',
  'hot-paths': 'bench/hot-paths.ts',
  desk: 'bench/desk.ts',
  judging: 'bench/judging.ts',
  matching: 'bench/matching.ts',
  season: 'bench/season.ts',
  console: 'bench/console.ts',
  cutoffs: 'bench/cutoffs.ts',
  places: 'bench/places.ts',
  teams: 'bench/teams.ts',
  test: 'bench/test.ts',
  start: 'bench/start.ts',
  idle: 'bench/idle.ts',
  'sign-in': 'bench/sign-in.ts',
  'large-files': 'bench/large-files.ts',
  'first-load': 'bench/first-load.ts',
  lighthouse: 'bench/lighthouse.ts',
}
const chosen = process.argv.slice(2)

await setUp({ dev: true })
let worst = 0
for (const [name, file] of Object.entries(benchmarks))
  if (chosen.length === 0 || chosen.includes(name)) worst = Math.max(worst, await run(portalNode, [file]))
process.exitCode = worst
