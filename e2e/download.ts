import type { Page } from '@playwright/test'

/** The name of the file that the browser saves after `press`. Writing it may take long on a busy machine. */
export async function savedBy(page: Page, press: () => Promise<void>): Promise<string> {
  const event = page.waitForEvent('download', { timeout: 60_000 })
  // Where the press fails its own reason is told, and not that nothing was saved.
  event.catch(() => undefined)
  await press()
  return (await event).suggestedFilename()
}
