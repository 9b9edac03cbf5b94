import { spawnSync } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { expect, onTestFinished, test } from 'vitest'
import { serverInOneFileBuild } from '#bin/server-in-one-file.ts'
import { serverInOneFile } from './one-file.ts'

const sourceLines = fileURLToPath(new URL('./source-lines.ts', import.meta.url))

/** A server of three files, built into one. */
async function made() {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'portal-one-file-')))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  for (const path of ['package-lock.json', 'node_modules/.package-lock.json', 'tsconfig.json']) write(path, '{}')
  write('package.json', '{"type":"module"}')
  for (const path of ['vite.server.config.ts', 'bin/server-in-one-file.ts']) write(path, '')
  write('server/said.ts', `// Где это.\nexport const said: string = 'слово'\n\nexport const where = import.meta.url\n`)
  write(
    'server/later.ts',
    `interface Told {\n  why: string\n}\n\nexport function fail({ why }: Told): never {\n  const text = [why]\n    .map((word) => {\n      if (word === '') throw new Error('пусто')\n      return word\n    })\n    .join()\n  throw new TypeError(text)\n}\n`,
  )
  write(
    'server/run-portal.ts',
    `import { said, where } from './said.ts'\n\nexport { said, where }\n\nexport async function stackOf(why: string): Promise<string> {\n  const { fail } = await import('./later.ts')\n  try {\n    return fail({ why })\n  } catch (error) {\n    return (error as Error).stack ?? ''\n  }\n}\n`,
  )
  await build({ ...serverInOneFileBuild(root), configFile: false, logLevel: 'error' })
  return { root, write, read: (path: string) => readFileSync(join(root, path), 'utf8') }
}

test('the server in one file is started while all sources are unchanged', async () => {
  const { root, write, read } = await made()
  const file = join(root, 'dist/server/portal.cjs')
  expect(serverInOneFile(root)).toBe(file)

  // Written again with unchanged text, as by a checkout.
  const text = read('server/said.ts')
  write('server/said.ts', text)
  utimesSync(join(root, 'server/said.ts'), 1, 1)
  expect(serverInOneFile(root)).toBe(file)

  // Changed, but with the former length and time.
  write('server/said.ts', text.replace('слово', 'слава'))
  utimesSync(join(root, 'server/said.ts'), 1, 1)
  expect(serverInOneFile(root)).toBeNull()
  write('server/said.ts', `${text} `)
  expect(serverInOneFile(root)).toBeNull()
  write('server/said.ts', text)
  expect(serverInOneFile(root)).toBe(file)

  // Also for a source that is loaded later, and for files that only influence the build.
  for (const path of ['server/later.ts', 'node_modules/.package-lock.json', 'package.json']) {
    const before = read(path)
    write(path, `${before}\n`)
    expect(serverInOneFile(root), path).toBeNull()
    write(path, before)
    expect(serverInOneFile(root), path).toBe(file)
  }

  rmSync(join(root, 'server/later.ts'))
  expect(serverInOneFile(root)).toBeNull()
})

test('after a copy the sources are read once: their new times are stored, unless the folder cannot be written to', async () => {
  const { root, read } = await made()
  const file = join(root, 'dist/server/portal.cjs')
  const list = 'dist/server/sources.json'
  const built = read(list)
  expect(serverInOneFile(root)).toBe(file)
  expect(read(list)).toBe(built)

  const paths = Object.keys(JSON.parse(built))
  const touch = (time: number) => {
    for (const path of paths) utimesSync(join(root, path), time, time)
  }
  touch(1)
  expect(serverInOneFile(root)).toBe(file)
  const kept = read(list)
  const withoutTimes = (text: string) =>
    Object.entries(JSON.parse(text)).map(([path, source]) => {
      const { size, hash } = source as { size: number; hash: string }
      return { path, size, hash }
    })
  expect(withoutTimes(kept)).toEqual(withoutTimes(built))
  for (const [path, { mtimeMs, ctimeMs }] of Object.entries<{ mtimeMs: number; ctimeMs: number }>(JSON.parse(kept))) {
    const now = statSync(join(root, path))
    expect([path, mtimeMs, ctimeMs]).toEqual([path, now.mtimeMs, now.ctimeMs])
  }
  expect(serverInOneFile(root)).toBe(file)
  expect(read(list)).toBe(kept)
  expect(readdirSync(join(root, 'dist/server')).filter((name) => name.startsWith('sources.json'))).toEqual([
    'sources.json',
  ])

  // When one source has changed, the new times of the others are not stored.
  const text = read('server/later.ts')
  touch(2)
  writeFileSync(join(root, 'server/later.ts'), text.replace('пусто', 'густо'))
  expect(serverInOneFile(root)).toBeNull()
  expect(read(list)).toBe(kept)
  writeFileSync(join(root, 'server/later.ts'), text)

  // A folder with the name of the new list makes the write fail, also for root, who may write everywhere.
  mkdirSync(join(root, `${list}.${process.pid}`))
  expect(serverInOneFile(root)).toBe(file)
  expect(read(list)).toBe(kept)
})

test('without a build, or with half of one, the server is started from its sources', async () => {
  const { root } = await made()
  writeFileSync(join(root, 'dist/server/sources.json'), '{"server/said.ts":')
  expect(serverInOneFile(root)).toBeNull()
  rmSync(join(root, 'dist'), { recursive: true })
  expect(serverInOneFile(root)).toBeNull()
})

test('in one file a stack has the lines of the sources, and import.meta.url is that of the source', async () => {
  const { root } = await made()
  const program = `
    import { createRequire } from 'node:module'
    const { tellSourceLines } = await import(${JSON.stringify(sourceLines)})
    tellSourceLines(${JSON.stringify(join(root, 'dist/server'))})
    const portal = createRequire(import.meta.url)(${JSON.stringify(join(root, 'dist/server/portal.cjs'))})
    const stacks = [await portal.stackOf('почему'), await portal.stackOf(''), await portal.stackOf('почему')]
    console.log(JSON.stringify({ said: portal.said, where: portal.where, stacks }))`
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', program],
    { cwd: root, encoding: 'utf8' },
  )
  expect(stderr).toBe('')
  const { said, where, stacks } = JSON.parse(stdout)
  expect(said).toBe('слово')
  expect(where).toBe(`file://${root}/server/said.ts`)
  const [first, empty, again] = stacks.map((stack: string) => stack.replaceAll(`${root}/`, '').split('\n    at '))
  expect(first.slice(0, 3)).toEqual([
    'TypeError: почему',
    'fail (server/later.ts:12:9)',
    expect.stringMatching(/stackOf \(server\/run-portal\.ts:8:12\)$/),
  ])
  expect(empty[0]).toBe('Error: пусто')
  expect(empty[1]).toMatch(/server\/later\.ts:8:\d+\)?$/)
  expect(empty).toContain('Array.map (<anonymous>)')
  expect(again.slice(0, 3)).toEqual(first.slice(0, 3))
})
