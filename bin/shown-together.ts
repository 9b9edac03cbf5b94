import { fileURLToPath } from 'node:url'
import type { Rolldown } from 'vite'

const reachedFrom = new Map<string, Set<string>>()

/** All modules that this one imports, directly or through others, without `import()`. */
function reached(root: string, program: Rolldown.ChunkingContext): Set<string> {
  const known = reachedFrom.get(root)
  if (known) return known
  if (!program.getModuleInfo(root)) throw new Error(`${root} is not part of the program`)
  const modules = new Set([root])
  for (const id of modules) for (const next of program.getModuleInfo(id)?.importedIds ?? []) modules.add(next)
  reachedFrom.set(root, modules)
  return modules
}

/** Whether a module is imported by any of these. */
function brought(modules: string[]): (id: string, program: Rolldown.ChunkingContext) => boolean {
  const roots = modules.map((module) => fileURLToPath(new URL(`../web/${module}`, import.meta.url)))
  return (id, program) => !ofLaterPages.test(id) && roots.some((root) => reached(root, program).has(id))
}

/** Parts of the packages that only pages after the login use: lists with «Показать ещё» and forms that warn of leaving. */
const ofLaterPages = /\/(useBlocker|useInfiniteQuery|infiniteQueryObserver)\.js$/

const ofEveryPage = brought([
  'index.html',
  'seasons/themes/SignLogo.tsx',
  'seasons/themes/sign.ts',
  'seasons/themes/frame/Frame.tsx',
])
const ofTheEntrance = brought(['accounts/registration/RegisterPage.tsx', 'accounts/auth/ForgotPage.tsx'])
const ofTheRooms = brought(['app/rooms.ts', 'app/guard-stage.ts'])

/**
 * The bundle is split by what is shown together and not by source file: fifty small files would take a phone a third
 * longer. A module goes into the first group that accepts it.
 */
export const shownTogether: Rolldown.CodeSplittingGroup[] = [
  // Changes only with new package versions.
  {
    name: 'frame',
    test: (id) =>
      /node_modules\/(react|react-dom|scheduler|use-sync-external-store|@tanstack)\//.test(id) &&
      !ofLaterPages.test(id),
    priority: 9,
  },
  // Modules of every visit, including the login, and modules that the login pages share with the pages after it.
  {
    debugName: 'index',
    name: (id, program) =>
      ofEveryPage(id, program) || (ofTheEntrance(id, program) && ofTheRooms(id, program)) ? 'index' : null,
    priority: 8,
  },
  { debugName: 'rooms', name: (id, program) => (ofTheRooms(id, program) ? 'rooms' : null), priority: 7 },
  // A page with a form needs all of them.
  { name: 'forms', test: /\/(web|shared)\/forms\/fields\//, minShareCount: 2, priority: 6 },
  // The packages for lists and dialogs, which have nearly all of their dependencies in common.
  {
    name: 'widgets',
    test: /node_modules\/(react-aria|react-aria-components|react-stately)\//,
    minShareCount: 4,
    priority: 5,
  },
]
