import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { counted } from '#shared/platform/time/plural.ts'
import { participantsPage } from '#shared/seasons/competitions/limits.ts'
import { PageHeading } from '#web/platform/navigation/PageHeading.tsx'
import { PortalLink } from '#web/platform/navigation/PortalLink.tsx'
import { EmptyState } from '#web/platform/ui/EmptyState.tsx'
import { PagedList } from '#web/platform/ui/PagedList.tsx'
import { QueryStates } from '#web/platform/ui/QueryStates.tsx'
import { ConsoleCrumbs } from '#web/seasons/console/ConsoleCrumbs.tsx'
import { useRights } from '#web/seasons/console/rights.ts'
import { audienceOf, searchOf } from './AudienceFields.tsx'
import { ParticipantFilters } from './ParticipantFilters.tsx'
import { ParticipantRows } from './ParticipantRows.tsx'
import styles from './Participants.module.css'
import { type Asked, participantsQuery } from './queries.ts'
import { SavedAudiences } from './SavedAudiences.tsx'
import { useAsked } from './use-asked.ts'

/** The people of a competition: a search that tolerates typing errors, and filters that are kept in the address. */
export function ParticipantsPage() {
  const { competition } = useParams({ from: '/admin/$competition' })
  const list = useAsked()
  const { asked, ask, narrowed } = list
  const query = useQuery(participantsQuery(competition, asked))
  return (
    <div className={styles.page}>
      <QueryStates of={[query]} loading="Загружаем участников" failed="Участники не загрузились" lines={10}>
        {({ title, count, choices, ...found }) => (
          <>
            <header className={styles.head}>
              <ConsoleCrumbs competition={competition} title={title} page="Участники" />
              <PageHeading title="Участники" />
              <p className={`${styles.acts} ${styles.narrow}`}>
                <PortalLink alone to={`/admin/${competition}/duplicates`}>
                  Повторы
                </PortalLink>
                <PortalLink alone to={`/admin/${competition}/acts`}>
                  Действия со многими
                </PortalLink>
              </p>
            </header>
            <ParticipantFilters list={list} asked={asked} choices={choices} onAsk={ask} />
            <SavedAudiences competition={competition} asked={asked} onAsk={ask} />
            <section className={styles.list} aria-label="Список участников">
              <p className={styles.quiet} role="status">
                {query.isPlaceholderData
                  ? 'Ищем…'
                  : narrowed
                    ? foundInWords(count, found)
                    : counted(count, 'человек', 'человека', 'человек')}
              </p>
              {count > 0 && asked.search === '' && <Onward competition={competition} asked={asked} />}
              <PagedList
                of={query}
                list={list}
                size={participantsPage}
                empty={<EmptyState title="Участников пока нет">Здесь появятся все, кто подаст заявку.</EmptyState>}
                nothing={
                  <EmptyState kind="found-nothing" title="Никого не нашлось">
                    Проверьте отбор или ищите по части фамилии, телефона или почты.
                  </EmptyState>
                }
              >
                {({ people }) => <ParticipantRows competition={competition} people={people} />}
              </PagedList>
            </section>
          </>
        )}
      </QueryStates>
    </div>
  )
}

function foundInWords(count: number, { more, by_surname }: { more: boolean; by_surname: boolean }): string {
  const people = counted(count, 'человек', 'человека', 'человек')
  const found = more
    ? `Найдено больше ${counted(count, 'человека', 'человек', 'человек')}, уточните поиск`
    : `Найдено: ${people}`
  return by_surname && count > 0 ? `${found}. Показаны фамилии, которые так начинаются` : found
}

/** Links to what else can be done with the same people. The search text is not passed on. */
function Onward({ competition, asked }: { competition: string; asked: Asked }) {
  const rights = useRights(competition)
  const given = searchOf(audienceOf(asked))
  return (
    <p className={styles.acts}>
      <PortalLink alone to={`/admin/${competition}/acts?${given}`}>
        Изменить всех сразу
      </PortalLink>
      {rights.includes('notifications') && (
        <PortalLink alone to={`/admin/${competition}/messages?${given}`}>
          Написать им
        </PortalLink>
      )}
      {rights.includes('reports') && (
        <PortalLink alone to={`/admin/${competition}/exports?${given}`}>
          Выгрузить таблицей
        </PortalLink>
      )}
    </p>
  )
}
