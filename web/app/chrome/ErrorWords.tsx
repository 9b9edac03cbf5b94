import { useLoggedIn } from '#web/app/use-logged-in.ts'
import { PageHeading } from '#web/platform/navigation/PageHeading.tsx'
import { Button } from '#web/platform/ui/Button.tsx'
import { buttonClass } from '#web/platform/ui/button-class.ts'
import styles from './ErrorPage.module.css'

interface ErrorWordsProps {
  status: number
  title: string
  words?: string
  reference?: string | null
  /** Tries the same page again, where that can help. */
  onAgain?: () => void
}

/** The text of an error with a link home. It is a plain link, because the router itself may have failed. */
export function ErrorWords({ status, title, words, reference, onAgain }: ErrorWordsProps) {
  const loggedIn = useLoggedIn()
  return (
    <div className={styles.words}>
      {status > 0 && <p className={styles.status}>{status}</p>}
      <PageHeading title={title} />
      {words && words !== title && <p>{words}</p>}
      {reference && <p className={styles.reference}>Номер обращения для поддержки: {reference}</p>}
      <p className={styles.ways}>
        {onAgain && <Button onClick={onAgain}>Повторить</Button>}
        <a className={buttonClass(onAgain ? 'secondary' : 'primary')} href="/">
          Вернуться на главную
        </a>
        {status === 404 && !loggedIn && (
          <a className={buttonClass('quiet')} href="/login">
            Вход для организаторов и экспертов
          </a>
        )}
      </p>
    </div>
  )
}
