import { useMutation, useQuery } from '@tanstack/react-query'
import { api } from '#web/platform/api/portal-api.ts'
import { waitsInWords } from '#web/platform/messages/mail-waits.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { FailureNotice } from '#web/platform/ui/FailureNotice.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'

const everyMs = 2000

/** One press sends a letter to oneself; the page then says what the mail server has answered. */
export function TestLetter() {
  const send = useMutation({ mutationFn: () => api('POST /admin/test-letter') })
  const sent = send.data?.goes === 'server' && !send.isPending
  const watch = useQuery({
    queryKey: ['test-letter', send.submittedAt],
    queryFn: () => api('GET /admin/test-letter'),
    enabled: sent,
    refetchInterval: ({ state }) => (state.data?.state === 'waits' ? everyMs : false),
  })
  return (
    <>
      <Button kind="secondary" size="s" pending={send.isPending} onClick={() => send.mutate()}>
        Прислать себе пробное письмо
      </Button>
      {send.data && <Told {...send.data} {...(sent && watch.data)} />}
      <FailureNotice error={send.error ?? watch.error} />
    </>
  )
}

interface ToldProps {
  to: string
  goes: 'nowhere' | 'outbox' | 'server'
  state?: 'waits' | 'fails' | 'sent'
  answer?: string | null
}

function Told({ to, goes, state = 'waits', answer }: ToldProps) {
  const [tone, words] =
    goes === 'nowhere'
      ? ([
          'danger',
          `${waitsInWords('email', ['email'])}. Почтовый сервер задаёт SMTP_URL в настройках портала.`,
        ] as const)
      : goes === 'outbox'
        ? (['info', 'Демонстрационный режим: письмо лежит в исходящих.'] as const)
        : state === 'sent'
          ? ([
              'success',
              `Почтовый сервер принял письмо на ${to}. Если его нет во входящих, проверьте «Спам».`,
            ] as const)
          : state === 'waits'
            ? (['info', `Письмо на ${to} в пути…`] as const)
            : answer
              ? (['danger', `Почтовый сервер не принял письмо на ${to} (ответ ${answer}). Портал повторит.`] as const)
              : (['danger', 'Почтовый сервер не отвечает. Проверьте SMTP_URL в настройках портала.'] as const)
  return (
    <Notice tone={tone} role="status">
      {words}
    </Notice>
  )
}
