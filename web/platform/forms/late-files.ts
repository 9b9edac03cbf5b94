import { lateView } from '#web/platform/navigation/late-view.tsx'

/** The field for files, with what sends them: most pages do without. */
export const FilesView = lateView(() => import('./FilesView.tsx'))

/**
 * A screen on which files may be asked for: the field comes with it, since one that comes after it would move the buttons below
 * from under a finger.
 */
export const withFiles =
  <Screen>(load: () => Promise<Screen>) =>
  async (): Promise<Screen> => {
    const [screen] = await Promise.all([load(), FilesView.come().catch(() => undefined)])
    return screen
  }
