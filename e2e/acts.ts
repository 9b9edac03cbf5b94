import type { Locator } from '@playwright/test'

/**
 * Counts what an organiser does: each click, each field that is typed into, each choice. A choice from a list, which opens
 * at a press, is one act, and each further choice from the same list another.
 */
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
    /** A radio button or a checkbox. */
    choose: (what: Locator) => {
      acts.count += 1
      return what.check()
    },
    /** Options of a list, by their names. */
    pick: async (list: Locator, ...names: (string | RegExp)[]) => {
      acts.count += names.length
      await list.click()
      const page = list.page()
      for (const name of names) await page.getByRole('option', { name }).first().click()
      if (names.length > 1) await page.keyboard.press('Escape')
    },
    /** A file. */
    give: (field: Locator, file: Parameters<Locator['setInputFiles']>[0]) => {
      acts.count += 1
      return field.setInputFiles(file)
    },
    /** The acts since this was asked last. */
    done: () => {
      const { count } = acts
      acts.count = 0
      return count
    },
  }
  return acts
}
export type Acts = ReturnType<typeof countedActs>
