interface EarlyPress {
  button: HTMLButtonElement | null
  listener: (event: Event) => void
}
declare global {
  interface Window {
    /** Set up by the first script of index.html. */
    earlyPress?: EarlyPress
  }
}

/**
 * A page rendered by the server can be clicked before its program is loaded. Such clicks were held back, so that no
 * form was submitted natively with a password in it. Now that the page works, they are repeated.
 */
export function releaseEarlyPress(): void {
  // After the render in which the fields take over what was typed.
  if (window.earlyPress) setTimeout(release)
}

function release(): void {
  if (!window.earlyPress) return
  const { button, listener } = window.earlyPress
  delete window.earlyPress
  document.removeEventListener('click', listener, true)
  if (button?.isConnected) button.click()
}
