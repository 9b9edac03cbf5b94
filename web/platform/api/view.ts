import { tabStorage } from '#web/platform/tab-storage.ts'

/** How an organiser in this tab looks at the portal as a participant. It outlives a reload and names nobody. */
export interface View {
  id: string
  competition: string
  testId: number
  /** Moscow time. */
  endsAt: string
}

const key = 'view'
let current: View | null = typeof window === 'undefined' ? null : readView()

function readView(): View | null {
  try {
    const { id, competition, testId, endsAt } = JSON.parse(tabStorage.read(key) ?? 'null') ?? {}
    const whole = [id, competition, endsAt].every((value) => typeof value === 'string') && typeof testId === 'number'
    return whole ? { id, competition, testId, endsAt } : null
  } catch {
    return null
  }
}

export const currentView = (): View | null => current

/** Begins with a new page load, so that none of the organiser's own data stays in memory. */
export function enterView(view: View): void {
  tabStorage.keep(key, JSON.stringify(view))
  window.location.assign(`/${view.competition}`)
}

/** The calls that follow are the organiser's own. */
export function forgetView(): void {
  current = null
  tabStorage.forget(key)
}

/** The person's page in the console, from which the view began. */
export const openPersonOf = ({ competition, testId }: View): void =>
  window.location.assign(`/admin/${competition}/people/${testId}`)
