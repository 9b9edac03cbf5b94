import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { createServer } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { nodeArgs, nodeEnv, portalProgram } from '#bin/node-args.mjs'

export interface PortalProcess {
  url: string
  child: ChildProcess
  /** Everything printed so far. */
  output(): string
  exited: Promise<{ code: number | null; signal: NodeJS.Signals | null }>
  /** Sends the signal and waits until the process has ended. */
  kill(signal: NodeJS.Signals): Promise<void>
}

/** Whether this machine can give a process a file system of its own, as `filesBytes` needs. */
export const mayMount = (): boolean =>
  spawnSync('unshare', [...ownMounts, 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).status === 0
// Root needs no user namespace, in which it could not read the files of other users.
const ownMounts = process.getuid?.() === 0 ? ['--mount'] : ['--user', '--map-root-user', '--mount']

interface Limits {
  /** The maximum size of each file that the process writes. */
  maxFileBytes?: number
  /** The size of a separate file system for the uploaded files, which only the process itself sees. */
  filesBytes?: number
  /** Arguments of Node that start something else than the portal itself. */
  program?: string[]
}

/**
 * Starts the portal as a process of its own. Does not wait until it answers. With limits the portal needs a database
 * that another process runs.
 */
export function spawnPortal(
  env: Record<string, string>,
  { maxFileBytes, filesBytes, program: args = [...nodeArgs, portalProgram] }: Limits = {},
): PortalProcess {
  const { NODE_ENV: _mode, VITEST: _vitest, ...inherited } = process.env
  const program = [process.execPath, ...args]
  const after = (first: string) => ['/bin/sh', '-c', `${first} && exec "$@"`, 'sh', ...program]
  const mount = `mkdir -p "$DATA_DIR/files" && mount -t tmpfs -o size=${filesBytes} tmpfs "$DATA_DIR/files"`
  const limited = filesBytes === undefined ? program : ['unshare', ...ownMounts, ...after(mount)]
  const [command = '', ...rest] = maxFileBytes === undefined ? limited : after(`ulimit -f ${maxFileBytes / 512}`)
  const child = spawn(command, rest, {
    env: { ...nodeEnv, ...inherited, HOST: '127.0.0.1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      text += chunk.toString()
    })
  const exited = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve) => {
    child.on('exit', (code, signal) => resolve({ code, signal }))
  })
  return {
    url: `http://127.0.0.1:${env.PORT}`,
    child,
    output: () => text,
    exited,
    async kill(signal) {
      child.kill(signal)
      await exited
    },
  }
}

/** Starts the portal and waits until its status is `until`. Throws with the portal's output when it ends instead. */
export async function startPortal(
  env: Record<string, string>,
  { until = 'ok', ...limits }: Parameters<typeof spawnPortal>[1] & { until?: string } = {},
): Promise<PortalProcess> {
  const portal = spawnPortal(env, limits)
  const ended = portal.exited.then(({ code }) => {
    throw new Error(`the portal ended with ${code}: ${portal.output()}`)
  })
  ended.catch(() => {})
  const answers = async () => {
    while (true) {
      const said = await fetch(`${portal.url}/ready`).then(
        async (answer) => ((await answer.json()) as { status: string }).status,
        () => null,
      )
      if (said === until) return
      await delay(20)
    }
  }
  await Promise.race([answers(), ended])
  return portal
}

/** A free port outside the range that the operating system assigns. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 12_000)
    const free = await new Promise<boolean>((resolve) => {
      const probe = createServer()
      probe.once('error', () => resolve(false))
      probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
    })
    if (free) return port
  }
}
