import { parseWire } from '#shared/platform/time/moscow.ts'
import { isFailure } from '#web/platform/api/failure.ts'
import { limits } from '#web/platform/limits.ts'
import type { DraftMirror } from './draft-mirror.ts'

export type DraftData = Record<string, unknown>

/** The server's side of a draft. */
export interface DraftServer {
  read(): Promise<{ draft: DraftData; revision: number; saved_at: string | null }>
  write(data: DraftData, revision: number, how: { keepalive: boolean }): Promise<{ revision: number; saved_at: string }>
  /** The part of a draft that the server stores, for comparing two versions; all of it by default. */
  kept?(data: DraftData): unknown
}

/**
 * `waiting`: not sent yet. `offline`: stored in this browser, will be sent automatically. `failed`: only on the page.
 * `conflict`: another device has saved another text, and the person must choose. `closed`: the server accepts no more
 * changes.
 */
export type DraftPhase = 'idle' | 'waiting' | 'saving' | 'saved' | 'offline' | 'failed' | 'conflict' | 'closed'

export interface DraftState {
  readonly phase: DraftPhase
  readonly savedAt: Date | null
  /** Both versions of a conflict. */
  readonly conflict: { readonly mine: DraftData; readonly theirs: DraftData; readonly theirsAt: Date | null } | null
  /** Why the server accepts no more changes. */
  readonly refusal: unknown
}

export interface DraftKeeper {
  state(): DraftState
  subscribe(listener: () => void): () => void
  /** Loads the newest version: the server's, or this browser's when it never reached the server. */
  open(): Promise<DraftData>
  change(data: DraftData): void
  /** Saves now. `leaving`: the page is being closed, so do not wait for the answer. */
  flush(how?: { leaving: boolean }): Promise<void>
  choose(which: 'mine' | 'theirs'): void
  /** After a hand-in: the copy in this browser is no longer needed. */
  finish(): Promise<void>
  stop(): void
}

export interface DraftKeeperOptions {
  key: string
  server: DraftServer
  mirror: DraftMirror
  /** The other version was chosen: show it. */
  onReplace: (data: DraftData) => void
  pauseMs?: number
  retryMs?: readonly number[]
}

/** Refusals that every later save of the same draft would get, too. */
const shut = [
  'stage_closed',
  'stage_not_allowed',
  'stage_not_found',
  'reading_taken',
  'reading_not_found',
  'background_needed',
  'work_changed',
] as const

/**
 * Keeps one draft: in this browser after every change, on the server after a pause in typing. It never loses either
 * version.
 */
export function createDraftKeeper(options: DraftKeeperOptions): DraftKeeper {
  const {
    key,
    server,
    mirror,
    onReplace,
    pauseMs = limits.autosaveMs,
    retryMs = [5_000, 10_000, 20_000, 30_000],
  } = options
  const listeners = new Set<() => void>()
  let state: DraftState = { phase: 'idle', savedAt: null, conflict: null, refusal: null }
  let latest: DraftData = {}
  let revision = 0
  /** The revision of the other version until the person has chosen. Our saves must not be based on it before that. */
  let theirRevision = 0
  /** Counts changes; `savedChange` is the last one that is on the server. */
  let change = 0
  let savedChange = 0
  /** Versions that were sent without an answer so far, by change: any of them may have arrived. */
  const unanswered = new Map<string, number>()
  let mirrored = true
  let failures = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let saving: Promise<void> | null = null
  let finished = false

  const textOf = (data: DraftData) => canonical(server.kept ? server.kept(data) : data)
  const dirty = () => change !== savedChange
  function become(next: Partial<DraftState>): void {
    state = { ...state, ...next }
    for (const listener of listeners) listener()
  }

  function keepCopy(): void {
    const copy = { data: latest, revision, saved: !dirty(), at: Date.now() }
    mirror.put(key, copy).then(
      () => {
        mirrored = true
      },
      () => {
        mirrored = false
        if (state.phase === 'offline') become({ phase: 'failed' })
      },
    )
  }

  function later(ms: number): void {
    clearTimeout(timer)
    timer = setTimeout(() => void flush(), ms)
  }

  async function save(leaving: boolean): Promise<void> {
    const [sent, sentChange] = [latest, change]
    become({ phase: 'saving' })
    unanswered.set(textOf(sent), sentChange)
    try {
      const answer = await server.write(sent, revision, { keepalive: leaving })
      saved(sentChange, answer.revision, answer.saved_at)
    } catch (error) {
      if (finished) return
      if (isFailure(error, 'draft_conflict')) await compare()
      else refused(error)
    }
  }

  function saved(upTo: number, nextRevision: number, at: string | null): void {
    failures = 0
    unanswered.clear()
    revision = nextRevision
    savedChange = upTo
    if (finished) return
    become({ phase: dirty() ? 'waiting' : 'saved', savedAt: at ? parseWire(at) : state.savedAt, conflict: null })
    keepCopy()
    if (dirty()) later(pauseMs)
  }

  /** The server has a later revision: it may be our own version, whose answer was lost. */
  async function compare(): Promise<void> {
    try {
      const theirs = await server.read()
      const text = textOf(theirs.draft)
      const ours = text === textOf(latest) ? change : unanswered.get(text)
      if (ours === undefined) offerBoth(theirs)
      else saved(ours, theirs.revision, theirs.saved_at)
    } catch (error) {
      refused(error)
    }
  }

  function offerBoth(theirs: { draft: DraftData; revision: number; saved_at: string | null }): void {
    clearTimeout(timer)
    theirRevision = theirs.revision
    const theirsAt = theirs.saved_at === null ? null : parseWire(theirs.saved_at)
    become({ phase: 'conflict', conflict: { mine: latest, theirs: theirs.draft, theirsAt } })
  }

  function refused(error: unknown): void {
    if (isFailure(error, ...shut)) {
      become({ phase: 'closed', refusal: error })
      return
    }
    const passing = isFailure(error, 'OFFLINE', 'ABORTED', 'SERVER_UNAVAILABLE', 'too_many_requests', 'overloaded')
    become({ phase: passing && mirrored ? 'offline' : 'failed', refusal: error })
    // A version that the server refuses is not sent again; the next change is.
    if (!passing) return
    later(retryMs[Math.min(failures, retryMs.length - 1)] ?? 30_000)
    failures += 1
  }

  async function flush({ leaving = false } = {}): Promise<void> {
    clearTimeout(timer)
    if (saving && !leaving) await saving
    if (!dirty() || finished || state.phase === 'conflict' || state.phase === 'closed') return
    const run = save(leaving).finally(() => {
      if (saving === run) saving = null
    })
    saving = run
    await run
  }

  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async open() {
      finished = false
      const copy = await mirror.get(key).catch(() => null)
      let theirs: Awaited<ReturnType<DraftServer['read']>>
      try {
        theirs = await server.read()
      } catch (error) {
        if (copy === null || !isFailure(error, 'OFFLINE', 'SERVER_UNAVAILABLE')) throw error
        latest = copy.data
        revision = copy.revision
        change = savedChange + (copy.saved ? 0 : 1)
        become({ phase: 'offline' })
        if (dirty()) later(retryMs[0] ?? 5_000)
        return latest
      }
      const unsent = copy !== null && !copy.saved && textOf(copy.data) !== textOf(theirs.draft)
      latest = unsent ? copy.data : theirs.draft
      revision = unsent ? copy.revision : theirs.revision
      savedChange = change
      const savedAt = theirs.saved_at === null ? null : parseWire(theirs.saved_at)
      become({ phase: savedAt ? 'saved' : 'idle', savedAt, conflict: null, refusal: null })
      if (!unsent) return latest
      change += 1
      if (copy.revision === theirs.revision) {
        become({ phase: 'waiting' })
        later(0)
      } else offerBoth(theirs)
      return latest
    },
    change(data) {
      if (finished) return
      latest = data
      change += 1
      keepCopy()
      if (state.phase === 'closed') return
      if (state.conflict) {
        become({ conflict: { ...state.conflict, mine: latest } })
        return
      }
      // While offline, saving after every pause would only flicker. The planned retry and the return of the connection
      // are enough.
      if (state.phase === 'offline') return
      if (state.phase !== 'saving') become({ phase: 'waiting' })
      later(pauseMs)
    },
    flush,
    choose(which) {
      const { conflict } = state
      if (!conflict) return
      revision = theirRevision
      if (which === 'theirs') {
        latest = conflict.theirs
        savedChange = change
        become({ phase: 'saved', savedAt: conflict.theirsAt, conflict: null })
        keepCopy()
        onReplace(latest)
        return
      }
      change += 1
      become({ phase: 'waiting', conflict: null })
      void flush()
    },
    async finish() {
      finished = true
      clearTimeout(timer)
      await mirror.remove(key).catch(() => undefined)
    },
    stop() {
      if (dirty()) void flush({ leaving: true })
      clearTimeout(timer)
    },
  }
}

/** The same text for equal answers, because the database changes the order of keys. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(
          Object.entries(part)
            .filter(([, each]) => each !== undefined)
            .sort(([one], [other]) => (one < other ? -1 : 1)),
        )
      : part,
  )
}
