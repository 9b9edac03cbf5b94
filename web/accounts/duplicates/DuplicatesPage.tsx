import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { pairsPage } from '#shared/accounts/duplicates/limits.ts'
import { idNumber } from '#shared/platform/text/unbroken.ts'
import { parseWire, showDate } from '#shared/platform/time/moscow.ts'
import { counted } from '#shared/platform/time/plural.ts'
import { PageHeading } from '#web/platform/navigation/PageHeading.tsx'
import { PortalLink } from '#web/platform/navigation/PortalLink.tsx'
import { useList } from '#web/platform/navigation/use-list.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { EmptyState } from '#web/platform/ui/EmptyState.tsx'
import { Facts } from '#web/platform/ui/Facts.tsx'
import { Heading } from '#web/platform/ui/Heading.tsx'
import { PagedList } from '#web/platform/ui/PagedList.tsx'
import { QueryStates } from '#web/platform/ui/QueryStates.tsx'
import { VisuallyHidden } from '#web/platform/ui/VisuallyHidden.tsx'
import { ConsoleCrumbs } from '#web/seasons/console/ConsoleCrumbs.tsx'
import styles from './Duplicates.module.css'
import { MergeCard } from './MergeCard.tsx'
import { type Board, boardQuery } from './queries.ts'
import { signsInWords } from './sign-words.ts'

/** Pairs of accounts that look as if one person had both; pairs already told apart are one click away. */
export function DuplicatesPage() {
  const { competition } = useParams({ from: '/admin/$competition' })
  const list = useList('', { group: '' })
  const apart = list.asked.group === 'apart'
  const query = useQuery(boardQuery(competition, { apart, page: list.asked.page }))
  return (
    <div className={styles.page}>
      <QueryStates of={[query]} loading="Ищем повторы" failed="Повторы не загрузились" lines={10}>
        {({ title, count, merges }) => (
          <>
            <header className={styles.head}>
              <ConsoleCrumbs
                competition={competition}
                title={title}
                page="Повторы"
                above={{ title: 'Участники', path: 'people' }}
              />
              <PageHeading title="Повторы" />
              <p className={styles.quiet}>
                Здесь учётные записи с одинаковым именем и днём рождения или с телефоном, который раньше был у другой
                записи. Паспорт и СНИЛС у двух записей совпасть не могут: портал не принимает их второй раз.
              </p>
            </header>
            {!apart && merges.length > 0 && (
              <section className={styles.list} aria-label="Предложенные объединения">
                <Heading level={2} size={3}>
                  Предложенные объединения
                </Heading>
                {merges.map((merge) => (
                  <MergeCard key={merge.id} competition={competition} merge={merge} />
                ))}
              </section>
            )}
            <section className={styles.list} aria-label={apart ? 'Разные люди' : 'Похожие учётные записи'}>
              <div className={styles.acts}>
                <p className={styles.quiet} role="status">
                  {apart ? 'Отмечены как разные люди: ' : 'Похожи: '}
                  {counted(count, 'пара', 'пары', 'пар')}
                </p>
                <Button kind="quiet" size="s" onClick={() => list.ask({ group: apart ? '' : 'apart' })}>
                  {apart ? 'Показать похожие' : 'Показать отмеченных как разные'}
                </Button>
              </div>
              <PagedList
                of={query}
                list={list}
                size={pairsPage}
                empty={
                  <EmptyState title="Похожих учётных записей нет">
                    Если человек просит объединить две записи, откройте его страницу в разделе «Участники».
                  </EmptyState>
                }
                nothing={
                  <EmptyState title="Никто не отмечен">
                    Если похожие записи принадлежат разным людям, отметьте это при сравнении.
                  </EmptyState>
                }
              >
                {({ pairs }) => (
                  <div className={styles.list}>
                    {pairs.map((pair) => (
                      <PairOf
                        key={pair.people.map(({ test_id }) => test_id).join()}
                        competition={competition}
                        pair={pair}
                      />
                    ))}
                  </div>
                )}
              </PagedList>
            </section>
          </>
        )}
      </QueryStates>
    </div>
  )
}

function PairOf({
  competition,
  pair: { people, signs, apart },
}: {
  competition: string
  pair: Board['pairs'][number]
}) {
  const [one, other] = people
  return (
    <article className={styles.pair} aria-label={people.map(({ name }) => name).join(' и ')}>
      <div className={styles.two}>
        {people.map((person) => (
          <div key={person.test_id}>
            <p className={styles.name}>
              <bdi>{person.name}</bdi>
            </p>
            <p className={styles.quiet}>
              <Facts of={factsOf(person)} />
            </p>
          </div>
        ))}
      </div>
      <div className={styles.acts}>
        <PortalLink alone to={`/admin/${competition}/duplicates/${one?.test_id}/${other?.test_id}`}>
          Сравнить
          <VisuallyHidden>
            : <bdi>{one?.name}</bdi>, {idNumber(one?.test_id)} и {other?.test_id}
          </VisuallyHidden>
        </PortalLink>
        <span className={styles.quiet}>{apart ? `${apart.by}: ${apart.reason}` : signsInWords(signs)}</span>
      </div>
    </article>
  )
}

function factsOf({ test_id, email, phone, created_at, takes_part }: Board['pairs'][number]['people'][number]) {
  const created = parseWire(created_at)
  return [
    idNumber(test_id),
    email,
    phone,
    created && `создана ${showDate(created)}`,
    !takes_part && 'в этом конкурсе не участвует',
  ]
}
