import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { PageHeading } from '#web/platform/navigation/PageHeading.tsx'
import { PortalLink, PortalLinkButton } from '#web/platform/navigation/PortalLink.tsx'
import { Panel } from '#web/platform/ui/Panel.tsx'
import { QueryStates } from '#web/platform/ui/QueryStates.tsx'
import { useCompetition } from '#web/seasons/competitions/queries.ts'
import { useRight } from '#web/seasons/console/rights.ts'
import { FeedbackForm } from './FeedbackForm.tsx'
import { FeedbackSent } from './FeedbackSent.tsx'
import { OwnRequests } from './OwnRequests.tsx'
import { type Support, type SupportRequest, supportQuery } from './queries.ts'
import styles from './Support.module.css'

/** Writing to the competition's support, and the earlier requests with their answers. */
export function SupportPage() {
  const code = useCompetition()?.code ?? ''
  const query = useQuery({ ...supportQuery(code), enabled: code !== '' })
  const [sent, setSent] = useState<SupportRequest | null>(null)
  const organises = useRight('participants')
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <PageHeading title="Поддержка" />
        <p className={styles.lead}>
          Частые вопросы мы уже разобрали <PortalLink to={`/${code}/faq`}>в разделе «Вопросы и ответы»</PortalLink>.
          Если там нет вашего, напишите нам.
        </p>
        {organises && (
          <PortalLinkButton kind="secondary" size="s" to={`/${code}/support/inbox`}>
            Входящие обращения
          </PortalLinkButton>
        )}
      </header>
      <div className={styles.columns}>
        <Panel title={sent ? 'Обращение отправлено' : 'Написать в поддержку'}>
          {sent ? (
            <FeedbackSent request={sent} onMore={() => setSent(null)} />
          ) : (
            <QueryStates
              of={[query]}
              loading="Загружаем форму…"
              failed="Форма не загрузилась"
              lines={6}
              height="6rem"
              level={3}
            >
              {(support) => <FeedbackForm key={code} competition={code} support={support} onSent={setSent} />}
            </QueryStates>
          )}
        </Panel>
        <OwnRequests competition={code} />
      </div>
      {query.data && query.data.changes.length > 0 && <Changes changes={query.data.changes} />}
    </div>
  )
}

/** What organisers have changed because of the feedback on a stage. */
function Changes({ changes }: Pick<Support, 'changes'>) {
  return (
    <Panel title="Что мы изменили по вашим отзывам">
      <ul className={styles.changes}>
        {changes.map(({ stage, text }) => (
          <li key={`${stage} ${text}`}>
            {stage !== '' && <strong>{stage}</strong>}
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
