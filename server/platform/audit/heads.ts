import { appendFile, mkdir, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Db } from '#server/db.ts'
import type { Hearing } from '#server/platform/db/hearing.ts'
import type { AuditHead } from './check-audit.ts'

/** A place outside the database to which the number and the hash of the newest row are added. */
export interface HeadPlace {
  /** A lone row is stored at once; of many rows one in this time, in milliseconds, because it proves all before it. */
  pauseMs: number
  add(head: AuditHead): Promise<void>
}

interface Keeping {
  db: Db
  hearing: Hearing
  onError: (error: unknown) => void
}

/** The newest row of the audit; null while it is empty. */
export async function newestHead(db: Db): Promise<AuditHead | null> {
  const { rows } = await sql<AuditHead>`
    select id, encode(hash, 'hex') as hash from audit order by id desc limit 1`.execute(db)
  return rows[0] ?? null
}

/**
 * Stores the newest row in this place whenever the audit has grown. Call this in the same tick as `startHearing`.
 * Returns a way to stop, which stores the last row.
 */
export function keepAuditHeads({ db, hearing, onError }: Keeping, { pauseMs, add }: HeadPlace): () => Promise<void> {
  let kept = ''
  let grew = false
  let stopped = false
  let timer: NodeJS.Timeout | null = null
  let writing = Promise.resolve()
  const write = async () => {
    if (!grew) return
    grew = false
    try {
      const head = await newestHead(db)
      if (!head || head.hash === kept) return
      await add(head)
      kept = head.hash
    } catch (error) {
      grew = true
      onError(error)
    }
  }
  const writeSoon = () => {
    writing = writing.then(write)
  }
  const hear = () => {
    if (stopped) return
    grew = true
    if (timer) return
    writeSoon()
    timer = setTimeout(() => {
      timer = null
      if (grew) hear()
    }, pauseMs).unref()
  }
  hearing.on('audit_grew', hear)
  // Rows may have been added unheard.
  hearing.onCertainty(hear)
  return async () => {
    stopped = true
    if (timer) clearTimeout(timer)
    writeSoon()
    await writing
  }
}

/** One line for each head, in a file a month, which is only ever added to. */
export const headFiles = (directory: string, pauseMs = 10_000): HeadPlace => ({
  pauseMs,
  add: (head) => addHead(directory, head),
})

async function addHead(directory: string, { id, hash }: AuditHead, now = new Date()): Promise<void> {
  await mkdir(directory, { recursive: true, mode: 0o700 })
  const at = now.toISOString()
  await appendFile(join(directory, `${at.slice(0, 7)}.txt`), `${at} ${id}:${hash}\n`, { mode: 0o600 })
}

/** All heads that were stored there. A line that a crash has cut short is left out. */
export async function keptHeads(directory: string): Promise<AuditHead[]> {
  const names = await readdir(directory).catch((fault: NodeJS.ErrnoException) => {
    if (fault.code === 'ENOENT') return []
    throw fault
  })
  const heads: AuditHead[] = []
  for (const name of names.filter((each) => each.endsWith('.txt')).sort())
    for (const line of (await readFile(join(directory, name), 'utf8')).split('\n')) {
      const head = headIn(line.split(' ').at(-1) ?? '')
      if (head) heads.push(head)
    }
  return heads
}

/** A head as it is written for people and files: `number:hash`. */
export function headIn(text: string): AuditHead | null {
  const [, id, hash] = text.match(/^([1-9]\d{0,17}):([0-9a-f]{64})$/) ?? []
  return id === undefined || hash === undefined ? null : { id, hash }
}
