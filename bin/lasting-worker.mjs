import { ForksPoolWorker } from 'vitest/node'

/** A process for tests that keeps running, with all its loaded code, until `end`. Vitest's own ends after each run. */
export class LastingWorker extends ForksPoolWorker {
  name = 'lasting'
  #process
  #begun

  /** Whether the process has not run anything yet. */
  get fresh() {
    return !this.#runs() || this.#begun !== this.#process
  }

  async start() {
    if (this.#runs()) return
    this._fork = undefined
    await super.start()
    this.#process = this._fork
  }

  send(message) {
    if (!message.__vitest_worker_request__) return super.send(message)
    const { type } = message
    if (type === 'start' && this.fresh) {
      this.#begun = this.#process
      return super.send(message)
    }
    if (type !== 'start' && type !== 'stop') return super.send(message)
    const answer = { __vitest_worker_response__: true, type: type === 'start' ? 'started' : 'stopped' }
    setImmediate(() => this._fork.emit('message', answer))
  }

  async stop() {
    this._fork.removeAllListeners('message')
  }

  async end() {
    if (this.#runs()) await super.stop()
    this.#process = undefined
  }

  #runs() {
    return this.#process?.exitCode === null && this.#process.signalCode === null
  }
}
