import { useMutation } from '@tanstack/react-query'
import { takeWantedPlace } from '#web/auth/wanted-place.ts'
import { api } from '#web/platform/api/portal-api.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { FailureNotice } from '#web/platform/ui/FailureNotice.tsx'
import { leavePlace } from './visit.ts'

interface StateServiceButtonProps {
  name: string
  competition: string
  /** Set while the login links: to log in without that. */
  onStop: (() => void) | undefined
}

/** Leads to the state service; its answer comes to `StateServicePage`. */
export function StateServiceButton({ name, competition, onStop }: StateServiceButtonProps) {
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => {
      const { url } = await api('POST /auth/state-service/begin')
      leavePlace(takeWantedPlace(competition) ?? `/${competition}`)
      window.location.assign(url)
    },
  })
  if (onStop)
    return (
      <Button kind="quiet" wide onClick={onStop}>
        Войти и не связывать
      </Button>
    )
  return (
    <>
      <FailureNotice error={error} />
      <Button kind="quiet" wide pending={isPending} pendingText="Переходим…" onClick={() => mutate()}>
        Войти через {name}
      </Button>
    </>
  )
}
