interface EarlyPress {
  button: HTMLButtonElement | null
  listener: (event: Event) => void
}
declare global {
  interface Window {
    /** Put up by the first script of index.html. */
    earlyPress?: EarlyPress
  }
}

/**
 * The page that the server drew can be seen and pressed before its program has come. What was pressed then was held
 * back, so that no form went out by itself with a password in it; now that the page answers, it is pressed in earnest.
 */
export function releaseEarlyPress(): void {
  // After the redraw in which the fields take over what was typed into them.
  if (window.earlyPress) setTimeout(release)
}

function release(): void {
  if (!window.earlyPress) return
  const { button, listener } = window.earlyPress
  delete window.earlyPress
  document.removeEventListener('click', listener, true)
  if (button?.isConnected) button.click()
}
