import type { Page } from '@playwright/test'

interface Start {
  profile: Record<string, unknown>
  track: unknown
}

/** The page starts with the server's answer, with these parts changed. */
export const changeStart = (page: Page, change: Partial<Start>) =>
  page.route('**/api/v3/user/start*', async (route) => {
    try {
      const response = await route.fetch()
      const start: Start = await response.json()
      const profile = { ...start.profile, ...change.profile }
      await route.fulfill({ response, json: { ...start, ...change, profile } })
    } catch {
      // A request at the end of its test gets no answer; at any other time the page fails without it.
      await route.abort().catch(() => {})
    }
  })

/** The page requests its track, stages and events one by one, so that a test can change or delay these answers. */
export const startWithoutTrack = (page: Page) => changeStart(page, { track: null })
