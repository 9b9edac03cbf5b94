const contrastThemes = ['theme-wb', 'theme-bw', 'theme-lb']
const lookThemes = ['politleaders_2', 'socialarchitects', 'apk_leaders']
const fontSizes = ['default', 'large', 'xlarge'] as const

/** The accessibility settings. Stored in the browser, applied to the page before its first paint. */
export interface AccessibilitySettings {
  /** `default`, a high-contrast theme, or the code of a competition whose colours all pages then have. */
  theme: string
  fontSize: (typeof fontSizes)[number]
  showImages: boolean
  /** Off: optional elements are hidden (shortcuts, breadcrumbs, social networks, automatic notices). */
  showControls: boolean
}

const storageKey = 'accessibility'

export const usualSettings: AccessibilitySettings = {
  theme: 'default',
  fontSize: 'default',
  showImages: true,
  showControls: true,
}

/** Reads stored settings; unreadable or unknown values become the default. */
export function readSettings(kept: string | null): AccessibilitySettings {
  const value = parsed(kept)
  const theme = [...contrastThemes, ...lookThemes].find((known) => known === value.theme)
  const fontSize = fontSizes.find((known) => known === value.fontSize)
  return {
    theme: theme ?? usualSettings.theme,
    fontSize: fontSize ?? usualSettings.fontSize,
    showImages: value.showImages !== false,
    showControls: value.showControls !== false,
  }
}

function parsed(kept: string | null): Partial<Record<keyof AccessibilitySettings, unknown>> {
  try {
    return (JSON.parse(kept ?? '{}') as object | null) ?? {}
  } catch {
    return {}
  }
}

/** Without storage the settings last until the page is closed. */
let chosen: AccessibilitySettings | null = null

export function keptSettings(): AccessibilitySettings {
  try {
    return readSettings(localStorage.getItem(storageKey))
  } catch {
    return chosen ?? usualSettings
  }
}

export function keepSettings(settings: AccessibilitySettings): void {
  chosen = settings
  try {
    localStorage.setItem(storageKey, JSON.stringify(settings))
  } catch {
    // Storage may be disabled.
  }
}

type Page = Pick<HTMLElement, 'classList' | 'dataset'>

/** Applies the settings to the page. A competition's look chosen here stays for all competitions. */
export function applySettings(
  settings: AccessibilitySettings,
  competitionLook: string,
  page: Page = document.documentElement,
): void {
  page.classList.remove(...contrastThemes)
  delete page.dataset.chosenLook
  page.dataset.look = competitionLook
  if (contrastThemes.includes(settings.theme)) page.classList.add(settings.theme)
  else if (settings.theme !== 'default') {
    page.dataset.chosenLook = settings.theme
    page.dataset.look = settings.theme
  }
  put(page, 'fontSize', settings.fontSize === 'default' ? null : settings.fontSize)
  put(page, 'images', settings.showImages ? null : 'off')
  put(page, 'controls', settings.showControls ? null : 'off')
}

function put(page: Page, name: string, value: string | null): void {
  if (value === null) delete page.dataset[name]
  else page.dataset[name] = value
}
