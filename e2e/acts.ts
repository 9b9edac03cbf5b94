import type { Locator } from '@playwright/test'

/**
 * Counts what an organiser does: each click, each field that is typed into, each choice. A choice from a list counts as
 * one act, with the press that opens the list; each further choice from the list is another act.
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
    /** Ticks a radio button or a checkbox. */
    choose: (what: Locator) => {
      acts.count += 1
      return what.check()
    },
    /** Chooses options of a list, by their names. */
    pick: async (list: Locator, ...names: (string | RegExp)[]) => {
      acts.count += names.length
      await list.click()
      const page = list.page()
      for (const name of names) await page.getByRole('option', { name }).first().click()
      if (names.length > 1) await page.keyboard.press('Escape')
    },
    /** Gives a file to a field. */
    give: (field: Locator, file: Parameters<Locator['setInputFiles']>[0]) => {
      acts.count += 1
      return field.setInputFiles(file)
    },
    /** The number of acts since the last call of `done`. */
    done: () => {
      const { count } = acts
      acts.count = 0
      return count
    },
  }
  return acts
}
export type Acts = ReturnType<typeof countedActs>
