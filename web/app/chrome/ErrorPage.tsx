import type { ErrorComponentProps } from '@tanstack/react-router'
import { errorTitle, RouteFailure } from '#web/app/route-failure.ts'
import { isFailure } from '#web/platform/api/failure.ts'
import { failureReference, failureText } from '#web/platform/messages/failure-text.ts'
import styles from './ErrorPage.module.css'
import { ErrorWords } from './ErrorWords.tsx'

/** What a route that failed shows in the place of its page. */
export function ErrorPage({ error }: ErrorComponentProps) {
  const status = error instanceof RouteFailure ? error.status : isFailure(error) ? error.status : 500
  const words = error instanceof RouteFailure ? error.message : failureText(error)
  return <ErrorWords status={status} title={errorTitle(status)} words={words} reference={failureReference(error)} />
}

/** The same where the frame around the pages has failed too. */
export const BareErrorPage = (props: ErrorComponentProps) => (
  <main id="main" className={styles.page} tabIndex={-1}>
    <ErrorPage {...props} />
  </main>
)
