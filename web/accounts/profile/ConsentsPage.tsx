import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { quoted } from '#shared/platform/text/quoted.ts'
import { api } from '#web/platform/api/portal-api.ts'
import { useList } from '#web/platform/navigation/use-list.ts'
import { Confirm } from '#web/platform/ui/Confirm.tsx'
import { EmptyState } from '#web/platform/ui/EmptyState.tsx'
import { PagedList } from '#web/platform/ui/PagedList.tsx'
import { type Consent, ConsentRow } from './ConsentRow.tsx'
import styles from './Profile.module.css'
import { ProfilePage } from './ProfilePage.tsx'
import { consentsQuery, perPage } from './queries.ts'
import { useConsentChange } from './use-consent-change.ts'

/** The person's consents: purpose, duration, the full text to open, and how to withdraw them. */
export function ConsentsPage() {
  const list = useList('', {})
  const [asked, setAsked] = useState<Consent | null>(null)
  const query = useQuery(consentsQuery(list.asked.page))
  return (
    <ProfilePage
      title="Согласия"
      lead="На что вы согласились, зачем и до какого времени. Любое согласие можно отозвать."
    >
      <PagedList
        of={query}
        list={list}
        size={perPage}
        loading="Загружаем согласия"
        failed="Не удалось загрузить согласия"
        lines={3}
        height="8rem"
        label="Страницы согласий"
        empty={
          <EmptyState title="Вы ещё не давали согласий">Они появятся здесь после регистрации в конкурсе.</EmptyState>
        }
      >
        {({ consents }) => (
          <ul className={styles.list}>
            {consents.map((consent) => (
              <ConsentRow key={consent.id} consent={consent} onAsk={() => setAsked(consent)} />
            ))}
          </ul>
        )}
      </PagedList>
      {asked && <WithdrawDialog consent={asked} onClose={() => setAsked(null)} />}
    </ProfilePage>
  )
}

function WithdrawDialog({ consent, onClose }: { consent: Consent; onClose: () => void }) {
  const withdrawing = useConsentChange(async () => {
    const { participation_ended: ended } = await api('POST /user/consents/:id/withdraw', { params: { id: consent.id } })
    return ended ? 'Согласие отозвано. Участие в конкурсе остановлено' : 'Согласие отозвано'
  })
  return (
    <Confirm
      title="Отозвать согласие?"
      act={consent.required ? 'Отозвать и остановить участие' : 'Отозвать'}
      danger
      size="m"
      send={() => withdrawing.mutateAsync()}
      onClose={onClose}
    >
      {consent.required ? (
        <>
          <p>
            {quoted(consent.title)} — обязательный документ конкурса {quoted(consent.competition_title)}. Как только вы
            отзовёте согласие:
          </p>
          <ul className={styles.plain}>
            <li>этапы этого конкурса закроются, сдать ничего не получится;</li>
            <li>сданное останется у организаторов, чтобы вы могли вернуться;</li>
            <li>сроки продолжат идти: пропущенный этап заново не откроется.</li>
          </ul>
          <p>Вернуться можно здесь же: дайте согласие снова. Чтобы данные удалили, удалите учётную запись.</p>
        </>
      ) : (
        <p>
          {quoted(consent.title)} — необязательный документ: участие в конкурсе {quoted(consent.competition_title)}{' '}
          продолжится. Дать согласие снова можно в любой момент.
        </p>
      )}
    </Confirm>
  )
}
