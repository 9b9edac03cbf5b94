import styles from '#web/app/chrome/ErrorPage.module.css'
import { ErrorWords } from '#web/app/chrome/ErrorWords.tsx'

/** Shown instead of the portal when the start failed. */
export const StartFailedPage = () => (
  <main id="main" className={styles.page}>
    <ErrorWords
      status={500}
      title="Failed to initialize app"
      words="Портал не открылся. Проверьте связь и обновите страницу."
      onAgain={() => window.location.reload()}
    />
  </main>
)
