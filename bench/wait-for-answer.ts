import { setTimeout as delay } from 'node:timers/promises'

/** Repeats the request until it succeeds. */
export async function waitForAnswer(url: string): Promise<void> {
  const answers = () =>
    fetch(url).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await answers())) await delay(5)
}
