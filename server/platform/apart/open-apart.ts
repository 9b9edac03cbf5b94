import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import pLimit from 'p-limit'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { type Bounds, residentMegabytes, watchProcess } from './watch-process.ts'

/** What a module that opens files exports as default. */
type Task = (input: never) => unknown

/** What the program answers. */
export type Told =
  | { result: unknown }
  | { refused: Pick<Refusal, 'code' | 'values'> }
  | { fault: { message: string; code: string | undefined; syscall: string | undefined } }

/** A program is kept for the next file for this time, in milliseconds, unless it has become large. */
const keptMs = 60_000
const keptMegabytes = 200
const heapMegabytes = 256

/**
 * Opens files of strangers in programs of their own. `atOnce`: how many; further files wait. What one file does, however
 * costly it is, the process of the portal does not notice: it refuses with `file_too_complex`.
 */
export function lane({ atOnce, ...bounds }: Bounds & { atOnce: number }) {
  const limit = pLimit(atOnce)
  const idle = new Map<ChildProcess, NodeJS.Timeout>()

  function start(): ChildProcess {
    const child = fork(new URL('./opener.ts', import.meta.url), {
      execArgv: [`--max-old-space-size=${heapMegabytes}`, '--disable-warning=ExperimentalWarning'],
      // Libraries find nothing of the portal's settings here.
      env: { MALLOC_ARENA_MAX: '2', UV_THREADPOOL_SIZE: '2' },
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    child.once('exit', () => takeIdle(child))
    return child
  }

  function takeIdle(child: ChildProcess): ChildProcess {
    clearTimeout(idle.get(child))
    idle.delete(child)
    child.ref()
    child.channel?.ref()
    return child
  }

  function keep(child: ChildProcess): void {
    if (residentMegabytes(child) > keptMegabytes) return void child.kill('SIGKILL')
    child.unref()
    child.channel?.unref()
    idle.set(child, setTimeout(() => takeIdle(child).kill('SIGKILL'), keptMs).unref())
  }

  async function opened(module: URL, input: unknown): Promise<unknown> {
    const [known] = idle.keys()
    const child = known ? takeIdle(known) : start()
    const watch = watchProcess(child, bounds)
    const heard = new AbortController()
    try {
      const { signal } = heard
      child.send({ module: module.href, input }, () => {})
      const told = await Promise.race([
        once(child, 'message', { signal }).then(([message]) => message as Told),
        once(child, 'exit', { signal }).then(() => null),
      ])
      if (told === null) throw new Refusal('file_too_complex', { cause: watch.over() ?? 'the program has crashed' })
      keep(child)
      if ('refused' in told) throw new Refusal(told.refused.code, told.refused)
      if ('fault' in told) throw Object.assign(new Error(told.fault.message), told.fault)
      return told.result
    } finally {
      heard.abort()
      watch.stop()
    }
  }

  /** Calls the default export of a module, which opens a file; its input and its result are copied. */
  return <T extends Task>(module: URL, input: Parameters<T>[0]) =>
    limit(opened, module, input) as Promise<Awaited<ReturnType<T>>>
}

/** Documents and tables. */
export const openApart = lane({ atOnce: 2, maxMegabytes: 384, maxMs: 20_000 })
/** Pictures: one of 50 megapixels that is turned upright takes 540 MB. */
export const openPictureApart = lane({ atOnce: 1, maxMegabytes: 640, maxMs: 30_000 })
/** Recordings, which take minutes. */
export const openLongApart = lane({ atOnce: 1, maxMegabytes: 384, maxMs: 5 * 60_000 })
