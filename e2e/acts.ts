import type { Locator } from '@playwright/test'

/** Counts what an organiser does: each click, each field that is typed into, each choice. */
export function countedActs() {
  const acts = {
    count: 0,
    click: (what: Locator) => {
      acts.count += 1
      return what.click()
    },
    type: (what: Locator, words: string) => {
      acts.count += 1
      return what.fill(words)
    },
    choose: (what: Locator) => {
      acts.count += 1
      return what.check()
    },
  }
  return acts
}
