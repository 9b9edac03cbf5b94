/**
 * Maximum number of lines that wait for the receiver; more are dropped, so that a portal in trouble does not run out
 * of memory.
 */
const maxWaiting = 100
const patience = 3_000

interface FaultForwarder {
  /** Takes a scrubbed line of the log. Returns at once and never throws. */
  forward(line: string): void
}

/**
 * Sends faults from the log to ERROR_REPORT_URL: one JSON object a request, one request at a time. What the receiver
 * does not accept within three seconds is dropped.
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
        // Not logged: the log line would itself be a fault to forward.
        () => {},
      )
    sending = false
  }

  return {
    forward(line) {
      if (waiting.length >= maxWaiting) return
      waiting.push(line)
      if (!sending) void send()
    },
  }
}
