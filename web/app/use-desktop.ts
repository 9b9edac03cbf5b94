import { limits } from '#web/platform/limits.ts'
import { useMedia } from '#web/platform/use-media.ts'

/**
 * Whether the window is at least 800 px wide. The server renders for a wide window; on a phone the style sheet hides
 * what is only for wide windows.
 */
export const useDesktop = (): boolean => useMedia(`(min-width: ${limits.desktopWidthPx}px)`, true)
