import type { UseMutationResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { flagTitles } from '#shared/accounts/rights/flag-titles.ts'
import type { AdminFlag } from '#shared/platform/api/route.ts'
import { idNumber } from '#shared/platform/text/unbroken.ts'
import { parseWire, showDateTime } from '#shared/platform/time/moscow.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Facts } from '#web/platform/ui/Facts.tsx'
import { FailureNotice } from '#web/platform/ui/FailureNotice.tsx'
import { Panel } from '#web/platform/ui/Panel.tsx'
import lists from '#web/platform/ui/WrittenLists.module.css'
import { StatusBadge } from '#web/stages/StatusBadge.tsx'

export const flagsInWords = (flags: readonly AdminFlag[]) => flags.map((flag) => flagTitles[flag]).join(', ')

interface RightsRowProps {
  of: { test_id: number; name: string; email: string; self: boolean; second_factor: boolean }
  /** Which rights these are. */
  children: ReactNode
  onChange: () => void
}

/** A person with rights. */
export function RightsRow({ of, children, onChange }: RightsRowProps) {
  return (
    <li>
      <div className={lists.line}>
        <strong>
          <bdi>{of.name}</bdi>
        </strong>
        {!of.second_factor && <StatusBadge look="trouble">Нет второго фактора</StatusBadge>}
      </div>
      <p className={lists.quiet}>
        <Facts of={[of.email, idNumber(of.test_id)]} />
      </p>
      {children}
      {of.self ? (
        <p className={lists.quiet}>Это вы: свои права не меняют.</p>
      ) : (
        <Button kind="quiet" size="s" flush aria-label={`Изменить права: ${of.name}`} onClick={onChange}>
          Изменить права
        </Button>
      )}
    </li>
  )
}

interface InvitedPanelProps<Invited> {
  invited: readonly Invited[]
  withdraw: UseMutationResult<unknown, unknown, number>
  /** Which rights an invitation gives. */
  children: (of: Invited) => ReactNode
}

/** The people who have not answered their invitation. */
export function InvitedPanel<Invited extends { id: number; email: string; expires_at: string; over: boolean }>({
  invited,
  withdraw,
  children,
}: InvitedPanelProps<Invited>) {
  return (
    <Panel title="Ещё не ответили">
      <FailureNotice error={withdraw.error} />
      <ul className={lists.list}>
        {invited.map((each) => (
          <li key={each.id}>
            <strong>{each.email}</strong>
            {children(each)}
            <p className={lists.quiet}>
              {each.over
                ? 'Ссылка больше не действует: пригласите ещё раз'
                : `Ссылка действует до ${momentOf(each.expires_at)}`}
            </p>
            <Button
              kind="quiet"
              size="s"
              flush
              aria-label={`Отозвать приглашение: ${each.email}`}
              pending={withdraw.isPending && withdraw.variables === each.id}
              onClick={() => withdraw.mutate(each.id)}
            >
              Отозвать приглашение
            </Button>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function momentOf(wire: string): string {
  const moment = parseWire(wire)
  return moment ? showDateTime(moment) : wire
}
