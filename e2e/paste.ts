import type { Locator } from '@playwright/test'

/** Pastes the text into a field as a browser does: the page may take it over, otherwise it replaces the selection. */
export async function paste(field: Locator, text: string): Promise<void> {
  await field.focus()
  await field.evaluate((input: HTMLInputElement, pasted) => {
    input.select()
    const clipboardData = new DataTransfer()
    clipboardData.setData('text', pasted)
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
    if (input.dispatchEvent(event)) document.execCommand('insertText', false, pasted)
  }, text)
}
