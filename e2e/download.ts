import type { Download, Page } from '@playwright/test'

/** The name of the file that the browser saves after `press`. */
export const savedBy = async (page: Page, press: () => Promise<void>): Promise<string> =>
  (await downloadBy(page, press)).suggestedFilename()

/** What the browser saves after `press`. Writing it may take long on a busy machine. */
export async function downloadBy(page: Page, press: () => Promise<void>): Promise<Download> {
  const event = page.waitForEvent('download', { timeout: 60_000 })
  // When `press` fails, its own error is reported, not the missing download.
  event.catch(() => undefined)
  await press()
  return await event
}
