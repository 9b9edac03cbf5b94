import type { ReactNode } from 'react'
import { failureText } from '#web/platform/messages/failure-text.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import { useNextWork } from './use-next-work.ts'

interface NextWorkButtonProps {
  stageId: number
  /** The work that is put aside. */
  after?: number
  kind?: 'primary' | 'secondary'
  children: ReactNode
}

export function NextWorkButton({ stageId, after, kind = 'primary', children }: NextWorkButtonProps) {
  const next = useNextWork(stageId)
  return (
    <>
      <Button kind={kind} pending={next.isPending} onClick={() => !next.isPending && next.mutate(after)}>
        {children}
      </Button>
      {next.error && <Notice tone="danger" role="alert" title={failureText(next.error)} />}
      {next.data === null && <Notice role="status" title="Других свободных работ нет" />}
    </>
  )
}
