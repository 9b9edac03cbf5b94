/** Lines that wait for the receiver; more are dropped, for a portal in trouble must not choke on telling of it. */
const mostWaiting = 100
const patience = 3_000

export interface FaultForwarder {
  /** Takes a scrubbed line of the log; returns at once and never throws. */
  forward(line: string): void
}

/**
 * Sends the log's faults on to the address of ERROR_REPORT_URL, one JSON object a request, one request at a time.
 * What the receiver does not take within three seconds is dropped; nothing is ever asked of it.
 */
export function faultForwarder(url: string): FaultForwarder {
  const waiting: string[] = []
  let sending = false

  async function send(): Promise<void> {
    sending = true
    for (let line = waiting.shift(); line !== undefined; line = waiting.shift())
      await fetch(url, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: line,
        redirect: 'manual',
        signal: AbortSignal.timeout(patience),
      }).then(
        (answer) => answer.body?.cancel(),
        // Said nowhere: a line about it would be a fault to forward.
        () => {},
      )
    sending = false
  }

  return {
    forward(line) {
      if (waiting.length >= mostWaiting) return
      waiting.push(line)
      if (!sending) void send()
    },
  }
}
