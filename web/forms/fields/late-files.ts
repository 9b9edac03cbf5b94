import { lateView } from '#web/platform/navigation/late-view.tsx'

/** The field for files, with its upload code: most pages do not need it. */
export const FilesView = lateView(() => import('./FilesView.tsx'))

/**
 * A screen whose form may have files is loaded together with their field: a field that comes later would move the
 * buttons below it away from under a finger.
 */
export const withFiles =
  <Screen>(load: () => Promise<Screen>) =>
  async (): Promise<Screen> => {
    const [screen] = await Promise.all([load(), FilesView.come().catch(() => undefined)])
    return screen
  }
