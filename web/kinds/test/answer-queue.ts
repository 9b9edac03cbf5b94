import type { Answer } from '#shared/kinds/test/question.ts'
import { storedInTime } from '#web/platform/stored-in-time.ts'
import type { AnswerEvent, AnswerStore } from './answer-store.ts'

/** `saved`: the server has it. `late`: it came after the end. `refused`: the server did not take it. */
export type Mark = 'none' | 'waiting' | 'sending' | 'saved' | 'late' | 'refused'

export interface HeldAnswer {
  answer: Answer
  flagged: boolean
  mark: Mark
}

interface QueueOptions {
  store: AnswerStore
  /** What the server holds. */
  held: readonly { question: number; seq: number; answer: Answer; flagged: boolean }[]
  lastSeq: number
  send: (event: AnswerEvent) => Promise<{ counted: boolean }>
  /**
   * `later`: no answer came, so it is sent again. `stop`: nothing more is accepted from this device. `drop`: only this
   * change is refused. `repeated`: another device has used this number.
   */
  handlingOf: (failure: unknown) => 'later' | 'stop' | 'drop' | 'repeated'
  onStopped: (failure: unknown) => void
  wait?: (tries: number) => Promise<void>
  now?: () => number
  /** Milliseconds after which a store that does not respond counts as one that keeps nothing. */
  storePatience?: number
}

const nothing: HeldAnswer = { answer: null, flagged: false, mark: 'none' }
const longestWait = 10_000

/**
 * The answers of an attempt in this browser: each is stored first, then sent, one after the other in their order, and
 * sent again until the server acknowledges it.
 */
export class AnswerQueue {
  readonly #options: QueueOptions
  readonly #held = new Map<number, HeldAnswer>()
  readonly #latest = new Map<number, number>()
  readonly #listeners = new Set<() => void>()
  #waiting: AnswerEvent[] = []
  #seq: number
  #sending: Promise<void> | null = null
  #stopped = false
  #wake: (() => void) | null = null
  /** The browser keeps nothing: unsent answers are lost with the page. */
  storesNothing = false
  version = 0

  constructor(options: QueueOptions) {
    this.#options = options
    this.#seq = options.lastSeq
    for (const { question, seq, answer, flagged } of options.held) {
      this.#held.set(question, { answer, flagged, mark: 'saved' })
      this.#latest.set(question, seq)
    }
  }

  /** Takes over what an earlier page of this browser could not send. No question is shown before this has settled. */
  async open(): Promise<void> {
    const kept = (await this.#stored(this.#options.store.waiting())) ?? []
    const stale = kept.filter((event) => this.#isStale(event, kept))
    for (const { seq } of stale) void this.#stored(this.#options.store.remove(seq))
    this.#waiting = kept.filter((event) => !stale.includes(event))
    this.#seq = Math.max(this.#seq, ...kept.map(({ seq }) => seq))
    for (const { seq, question, answer, flagged } of this.#waiting) {
      if (seq > (this.#latest.get(question) ?? 0)) this.#show(question, seq, { answer, flagged, mark: 'waiting' })
    }
    this.#changed()
    void this.flush()
  }

  /** The question was answered again on another device, which did not know of this change. */
  #isStale({ question }: AnswerEvent, kept: readonly AnswerEvent[]): boolean {
    const own = kept.filter((event) => event.question === question)
    const held = this.#heldSeq(question)
    const known = own[0]?.after
    return known !== undefined && held > known && !own.some(({ seq }) => seq === held)
  }

  #heldSeq = (asked: number): number => this.#options.held.find(({ question }) => question === asked)?.seq ?? 0

  /** What the store answers in time; undefined where it does not, or fails. */
  async #stored<T>(answer: Promise<T>): Promise<T | undefined> {
    try {
      return await storedInTime(answer, this.#options.storePatience)
    } catch {
      this.storesNothing = true
      this.#changed()
      return undefined
    }
  }

  of = (question: number): HeldAnswer => this.#held.get(question) ?? nothing
  waiting = (): number => this.#waiting.length

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  async set(question: number, change: Partial<Pick<HeldAnswer, 'answer' | 'flagged'>>): Promise<void> {
    if (this.#stopped) return
    const { mark: _mark, ...before } = this.of(question)
    this.#seq += 1
    const after = this.#latest.get(question) ?? 0
    const event = { ...before, ...change, seq: this.#seq, after, question, at: (this.#options.now ?? Date.now)() }
    this.#waiting.push(event)
    this.#show(question, event.seq, { answer: event.answer, flagged: event.flagged, mark: 'waiting' })
    this.#changed()
    await this.#keep(event)
    void this.flush()
  }

  /** A store that has failed is not waited for: sending comes first. */
  async #keep(event: AnswerEvent): Promise<void> {
    const forgetful = this.storesNothing
    const keeping = this.#stored(this.#options.store.put(event))
    if (!forgetful) await keeping
  }

  /** Sends what waits; settles when nothing is left or nothing more is taken. */
  flush(): Promise<void> {
    this.#wake?.()
    this.#sending ??= this.#sendAll().finally(() => {
      this.#sending = null
    })
    return this.#sending
  }

  async #sendAll(): Promise<void> {
    for (let tries = 0; !this.#stopped; ) {
      const event = this.#waiting[0]
      if (!event) return
      this.#mark(event, 'sending')
      try {
        const { counted } = await this.#options.send(event)
        await this.#settle(event, counted ? 'saved' : 'late')
        tries = 0
      } catch (failure) {
        const verdict = this.#options.handlingOf(failure)
        if (verdict === 'repeated' && this.#isNewest(event)) await this.#renumber(event)
        else if (verdict === 'drop' || verdict === 'repeated') await this.#settle(event, 'refused')
        else this.#mark(event, 'waiting')
        if (verdict === 'stop') {
          this.#stopped = true
          this.#options.onStopped(failure)
        }
        if (verdict === 'later') await this.#pause(tries++)
      }
    }
  }

  /** No change of this question is newer, here or at another device. */
  #isNewest = ({ question, seq, after }: AnswerEvent): boolean =>
    after !== undefined && this.#latest.get(question) === seq && this.#heldSeq(question) <= after

  async #renumber(event: AnswerEvent): Promise<void> {
    this.#seq += 1
    const renumbered = { ...event, seq: this.#seq }
    this.#waiting = [...this.#waiting.filter(({ seq }) => seq !== event.seq), renumbered]
    this.#show(event.question, renumbered.seq, { answer: event.answer, flagged: event.flagged, mark: 'waiting' })
    await this.#keep(renumbered)
    await this.#stored(this.#options.store.remove(event.seq))
  }

  #pause(tries: number): Promise<void> {
    const usual = (count: number) =>
      new Promise<void>((done) => {
        setTimeout(done, Math.min(longestWait, 1000 * 2 ** count))
      })
    const woken = new Promise<void>((done) => {
      this.#wake = done
    })
    return Promise.race([(this.#options.wait ?? usual)(tries), woken]).finally(() => {
      this.#wake = null
    })
  }

  async #settle(event: AnswerEvent, mark: Mark): Promise<void> {
    this.#waiting = this.#waiting.filter(({ seq }) => seq !== event.seq)
    this.#mark(event, mark)
    const forgetful = this.storesNothing
    const removing = this.#stored(this.#options.store.remove(event.seq))
    if (!forgetful) await removing
  }

  /** Only the newest answer of a question decides its mark. */
  #mark({ question, seq }: AnswerEvent, mark: Mark): void {
    if (this.#latest.get(question) === seq) this.#held.set(question, { ...this.of(question), mark })
    this.#changed()
  }

  #show(question: number, seq: number, held: HeldAnswer): void {
    this.#latest.set(question, seq)
    this.#held.set(question, held)
  }

  #changed(): void {
    this.version += 1
    for (const listener of this.#listeners) listener()
  }
}
