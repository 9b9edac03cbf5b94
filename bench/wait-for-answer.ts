import { setTimeout as delay } from 'node:timers/promises'

/** Asks this address until it answers with success. */
export async function waitForAnswer(url: string): Promise<void> {
  const answers = () =>
    fetch(url).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await answers())) await delay(5)
}
