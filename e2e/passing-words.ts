import { expect, type Page } from '@playwright/test'

type Watching = typeof globalThis & { seenWords?: Set<string> }

/**
 * Watches for words that are on the page for only a few seconds. Call it before they appear. Returns a function that
 * waits until the words have been seen; the page must not be reloaded in between.
 */
export async function watchFor(page: Page, words: string): Promise<() => Promise<void>> {
  await page.evaluate((wanted) => {
    const watching = globalThis as Watching
    watching.seenWords ??= new Set()
    const seen = watching.seenWords
    const look = () => {
      if (document.body.innerText.includes(wanted)) seen.add(wanted)
    }
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true, characterData: true })
    look()
  }, words)
  const seen = () => page.evaluate((wanted) => (globalThis as Watching).seenWords?.has(wanted) === true, words)
  return () => expect.poll(seen, words).toBe(true)
}
