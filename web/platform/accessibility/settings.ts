/** What the person chose in the accessibility panel; kept in the browser, applied to the page before its first paint. */
export interface AccessibilitySettings {
  theme: string
  fontSize: 'default' | 'large' | 'xlarge'
  showImages: boolean
  showControls: boolean
}

const storageKey = 'accessibility'
const contrastThemes = ['theme-wb', 'theme-bw', 'theme-lb']

export const usualSettings: AccessibilitySettings = {
  theme: 'default',
  fontSize: 'default',
  showImages: true,
  showControls: true,
}

/** Settings from what the storage holds; anything unreadable is the usual. */
export function readSettings(kept: string | null): AccessibilitySettings {
  try {
    const value: unknown = JSON.parse(kept ?? '{}')
    return typeof value === 'object' && value !== null ? { ...usualSettings, ...value } : usualSettings
  } catch {
    return usualSettings
  }
}

export const keptSettings = (): AccessibilitySettings => readSettings(localStorage.getItem(storageKey))

export function keepSettings(settings: AccessibilitySettings): void {
  localStorage.setItem(storageKey, JSON.stringify(settings))
}

/** Dresses the page. A competition's look chosen here stays whatever competition is opened. */
export function applySettings(settings: AccessibilitySettings, competitionLook: string): void {
  const page = document.documentElement
  page.classList.remove(...contrastThemes)
  delete page.dataset.chosenLook
  page.dataset.look = competitionLook
  if (contrastThemes.includes(settings.theme)) page.classList.add(settings.theme)
  else if (settings.theme !== 'default') {
    page.dataset.chosenLook = settings.theme
    page.dataset.look = settings.theme
  }
  put('fontSize', settings.fontSize === 'default' ? null : settings.fontSize)
  put('images', settings.showImages ? null : 'off')
  put('controls', settings.showControls ? null : 'off')
}

function put(name: string, value: string | null): void {
  if (value === null) delete document.documentElement.dataset[name]
  else document.documentElement.dataset[name] = value
}
