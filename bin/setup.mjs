// Plain JavaScript for Node 18 and newer, without dependencies: it runs before they are installed.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, dirname, join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { portalProgram } from './node-args.mjs'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** The Node of the npm package; the system's own may be too old to run TypeScript. */
export const portalNode = join(root, 'node_modules', '.bin', 'node')
const builtFrom = join(root, 'dist', '.web-sources')
const serverBuiltFrom = join(root, 'dist', '.server-sources')

/** Installs missing packages; builds the web side and the server when their sources have changed. `dev`: also for tests. */
export async function setUp({ web = true, server = web, dev = false } = {}) {
  if (!installed(dev)) await install(dev)
  if (!existsSync(portalNode)) await npm(['rebuild', 'node'])
  if (!existsSync(portalNode))
    fail('Не установился Node.js из пакета node: проверьте доступ к реестру npm и повторите.')
  await Promise.all([web && buildWeb(), server && buildServer()])
}

/** Compares what npm recorded as installed with the lock file. */
function installed(dev) {
  const record = join(root, 'node_modules', '.package-lock.json')
  if (!existsSync(record)) return false
  const have = JSON.parse(readFileSync(record, 'utf8')).packages
  const want = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages
  return Object.entries(want).every(([path, { version, optional, devOptional, dev: forDev }]) => {
    if (path === '' || have[path]?.version === version) return true
    const mayBeAbsent = optional || devOptional || (forDev && !dev)
    return have[path] === undefined && mayBeAbsent
  })
}

async function install(dev) {
  const first = !existsSync(join(root, 'node_modules'))
  console.log(first ? 'Первый запуск: устанавливаю зависимости.' : 'Зависимости изменились: устанавливаю заново.')
  console.log('Это занимает от десятка секунд до нескольких минут, смотря по сети.')
  const code = await npm(['ci', '--no-audit', '--no-fund', '--loglevel=error', dev ? '--include=dev' : '--omit=dev'])
  if (code !== 0) fail('Зависимости не установились (сообщение npm выше): проверьте доступ к реестру npm и повторите.')
}

function npm(args) {
  // `npm run` puts node_modules/.bin first, and npm must not run on the Node it is about to replace.
  const path = (process.env.PATH ?? '').split(delimiter).filter((entry) => !entry.endsWith(`node_modules${sep}.bin`))
  return run('npm', args, { PATH: path.join(delimiter) })
}

/** Runs a build of the shipped portal, whatever runs this process. Returns its exit code. */
const build = (...args) =>
  run(portalNode, [join('node_modules', 'vite', 'bin', 'vite.js'), 'build', '--logLevel', 'warn', ...args], {
    NODE_ENV: 'production',
  })

async function buildWeb() {
  const sources = hashOf(['web', 'shared', 'vite.config.ts', 'bin/list-looks.ts', 'package.json', 'package-lock.json'])
  const built = [join('web', 'index.html'), join('ssr', 'render-page.mjs')].map((path) => join(root, 'dist', path))
  if (built.every(existsSync) && existsSync(builtFrom) && readFileSync(builtFrom, 'utf8') === sources) return
  console.log('Собираю страницы портала…')
  forgetBuild()
  // Once for the browser, once for the server, which renders the first pages.
  const codes = await Promise.all([build(), build('--ssr')])
  if (codes.some((code) => code !== 0)) fail('Страницы портала не собрались (сообщение выше).')
  mkdirSync(dirname(builtFrom), { recursive: true })
  writeFileSync(builtFrom, sources)
}

async function buildServer() {
  const config = 'vite.server.config.ts'
  const sources = hashOf(['server', 'shared', 'demo', config, 'package.json', 'package-lock.json', 'tsconfig.json'])
  const built = existsSync(join(root, portalProgram)) && existsSync(serverBuiltFrom)
  if (built && readFileSync(serverBuiltFrom, 'utf8') === sources) return
  rmSync(serverBuiltFrom, { force: true })
  if ((await build('--config', config)) !== 0) fail('Сервер портала не собрался (сообщение выше).')
  writeFileSync(serverBuiltFrom, sources)
}

/** Makes the next start build the web side again. */
export const forgetBuild = () => rmSync(builtFrom, { force: true })

function hashOf(paths) {
  const hash = createHash('sha256')
  const add = (path) => {
    const full = join(root, path)
    if (!existsSync(full)) return
    if (statSync(full).isDirectory()) {
      for (const name of readdirSync(full).sort()) add(join(path, name))
    } else if (!/\.test\.tsx?$/.test(path)) {
      hash.update(`${path}\0`).update(readFileSync(full)).update('\0')
    }
  }
  for (const path of paths) add(path)
  return hash.digest('hex')
}

/** Runs a program and returns its exit code; stops it when this process is told to stop. */
export function run(program, args, env = {}) {
  return new Promise((resolve) => {
    const windows = process.platform === 'win32'
    const child = spawn(program, args, {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, ...env },
      shell: windows && program === 'npm',
    })
    const end = () => {
      child.kill('SIGTERM')
      process.exit(128 + constants.signals.SIGTERM)
    }
    process.once('SIGTERM', end)
    const ended = (code) => {
      process.removeListener('SIGTERM', end)
      resolve(code)
    }
    child.once('error', (error) => {
      console.error(`${program}: ${error.message}`)
      ended(127)
    })
    child.once('exit', (code, signal) => ended(code ?? 128 + (constants.signals[signal ?? 'SIGTERM'] ?? 0)))
  })
}

export function fail(sentence) {
  console.error(sentence)
  process.exit(1)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await setUp()
