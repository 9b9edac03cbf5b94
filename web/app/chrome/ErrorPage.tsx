import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { errorTitle, RouteFailure } from '#web/app/route-failure.ts'
import { isFailure } from '#web/platform/api/failure.ts'
import { onBack } from '#web/platform/messages/connection.ts'
import { failureReference, failureText } from '#web/platform/messages/failure-text.ts'
import { faultIdOf, reportFault } from '#web/platform/messages/report-fault.ts'
import styles from './ErrorPage.module.css'
import { ErrorWords } from './ErrorWords.tsx'

/** Shown instead of the page when a route failed. */
export function ErrorPage({ error }: ErrorComponentProps) {
  const router = useRouter()
  const known = error instanceof RouteFailure || isFailure(error)
  const status = known ? error.status : 500
  const offline = isFailure(error, 'OFFLINE')
  const again = () => void router.invalidate()
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new error is reported again
  useEffect(() => {
    if (!known) reportFault(error)
    return onBack(again)
  }, [error])
  return (
    <ErrorWords
      status={status}
      title={errorTitle(status)}
      words={
        offline
          ? 'Страница откроется сама, как только связь вернётся'
          : error instanceof RouteFailure
            ? error.message
            : failureText(error)
      }
      reference={known ? failureReference(error) : faultIdOf(error)}
      {...(status === 0 || status >= 500 ? { onAgain: again } : {})}
    />
  )
}

/** The error page without a frame, for when the frame around the pages has failed, too. */
export const BareErrorPage = (props: ErrorComponentProps) => (
  <main id="main" className={styles.page} tabIndex={-1}>
    <ErrorPage {...props} />
  </main>
)
