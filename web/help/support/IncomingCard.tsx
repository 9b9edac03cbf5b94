import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { idNumber, numbered } from '#shared/platform/text/unbroken.ts'
import { useArticleFromAnswer } from '#web/help/faq/answer-for-article.ts'
import { api, download } from '#web/platform/api/portal-api.ts'
import { showBanner } from '#web/platform/messages/banner.ts'
import { failureText } from '#web/platform/messages/failure-text.ts'
import { showSent } from '#web/platform/messages/mail-waits.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Card } from '#web/platform/ui/Card.tsx'
import { useRight } from '#web/seasons/console/rights.ts'
import { AnswerForm } from './AnswerForm.tsx'
import type { IncomingRequest } from './queries.ts'
import { RequestView } from './RequestView.tsx'
import styles from './Support.module.css'

/** One request with the organiser's actions. */
export function IncomingCard({ competition, request }: { competition: string; request: IncomingRequest }) {
  const queries = useQueryClient()
  const [answering, setAnswering] = useState(false)
  const { id, status, from, answers } = request
  const writeArticle = useArticleFromAnswer(competition)
  const answered = answers.at(-1)
  const refresh = () => queries.invalidateQueries({ queryKey: ['inbox', competition] })

  const writes = useRight('faq')

  const putting = useMutation({
    mutationFn: (next: 'open' | 'closed') =>
      api('PATCH /admin/feedback/:id', { params: { id }, body: { status: next } }),
    onSuccess: async (_answer, next) => {
      await refresh()
      showBanner(
        next === 'closed' ? `Обращение ${numbered(id)} закрыто` : `Обращение ${numbered(id)} снова открыто`,
        'success',
      )
    },
    onError: (error) => showBanner(failureText(error)),
  })

  return (
    <Card>
      <RequestView
        request={request}
        about={
          <>
            <bdi>{from.fio}</bdi>, {idNumber(from.id)}, <a href={`mailto:${request.email}`}>{request.email}</a>
          </>
        }
        onDownload={({ file_id }) => download('GET /admin/feedback/:id/files/:file_id', { params: { id, file_id } })}
      >
        {answering ? (
          <AnswerForm
            competition={competition}
            request={request}
            onDone={async (article) => {
              await refresh()
              showSent(`Ответ на обращение ${numbered(id)} отправлен`)
              if (article !== null) await writeArticle({ request: id, text: article })
            }}
            onBack={() => setAnswering(false)}
          />
        ) : (
          <div className={styles.actions}>
            <Button kind={status === 'open' ? 'primary' : 'secondary'} size="s" onClick={() => setAnswering(true)}>
              {status === 'open' ? 'Ответить' : 'Дополнить ответ'}
            </Button>
            {answered && writes && (
              <Button kind="quiet" size="s" onClick={() => void writeArticle({ request: id, text: answered.text })}>
                Сделать статьёй
              </Button>
            )}
            {status === 'closed' ? (
              <Button kind="quiet" size="s" pending={putting.isPending} onClick={() => putting.mutate('open')}>
                Открыть снова
              </Button>
            ) : (
              <Button kind="quiet" size="s" pending={putting.isPending} onClick={() => putting.mutate('closed')}>
                {status === 'open' ? 'Закрыть без ответа' : 'Закрыть'}
              </Button>
            )}
          </div>
        )}
      </RequestView>
    </Card>
  )
}
