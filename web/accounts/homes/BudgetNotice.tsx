import { useMutation, useQueryClient } from '@tanstack/react-query'
import { plural } from '#shared/platform/time/plural.ts'
import type { Answer } from '#web/platform/api/client.ts'
import { api } from '#web/platform/api/portal-api.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { FailureNotice } from '#web/platform/ui/FailureNotice.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import { dutiesQuery } from '#web/seasons/console/duties.ts'

type Budget = Answer<'GET /user/duties'>['budgets'][number]

/** SMS or letters of this hour run out; an administrator can raise their number for an hour. */
export function BudgetNotice({ of: { channel, budget, spent, strangers, raised } }: { of: Budget }) {
  const queries = useQueryClient()
  const raise = useMutation({
    mutationFn: () => api('POST /admin/message-budgets/raise', { body: { channel } }),
    onSettled: () => queries.invalidateQueries({ queryKey: dutiesQuery.queryKey }),
  })
  const what = channel === 'sms' ? 'СМС' : plural(spent, 'письмо', 'письма', 'писем')
  return (
    <Notice
      tone="warning"
      title={`За час отправлено ${spent} ${what} из ${budget}`}
      actions={
        <Button kind="secondary" size="s" pending={raise.isPending} onClick={() => raise.mutate()}>
          {raised > 0 ? 'Поднять ещё' : 'Поднять на час'}
        </Button>
      }
    >
      {`Из них кодов для регистрации и новых адресов: ${strangers.spent} из ${strangers.max}. `}
      {strangers.spent >= strangers.max
        ? 'Новые люди ждут кода до конца часа; те, у кого есть учётная запись, входят как обычно.'
        : 'Когда они кончатся, новые люди будут ждать кода, а письма и СМС о событиях уйдут позже.'}
      <FailureNotice error={raise.error} />
    </Notice>
  )
}
