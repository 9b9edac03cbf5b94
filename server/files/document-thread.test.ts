import { Worker } from 'node:worker_threads'
import { expect, test, vi } from 'vitest'
import { withoutMetadata } from './without-metadata.ts'

test('when a thread ends without an answer, the document counts as unreadable, and no thread is left behind', async () => {
  const ends = vi.spyOn(Worker.prototype, 'terminate')
  const once = Worker.prototype.once
  // The thread ends as soon as the code listens for its end.
  const heard = vi.spyOn(Worker.prototype, 'once').mockImplementation(function (this: Worker, event, listener) {
    once.call(this, event, listener)
    if (event === 'exit') this.emit('exit', 1)
    return this
  })
  try {
    const read = withoutMetadata(Buffer.from('%PDF-1.4'), 'application/pdf')
    await expect(read).rejects.toThrow('The document was not read')
    expect(ends).toHaveBeenCalledTimes(1)
  } finally {
    heard.mockRestore()
    ends.mockRestore()
  }
})
