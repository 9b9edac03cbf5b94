import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { isFailure } from '#web/platform/api/failure.ts'
import { PageHeading } from '#web/platform/navigation/PageHeading.tsx'
import { EmptyState } from '#web/platform/ui/EmptyState.tsx'
import { Heading } from '#web/platform/ui/Heading.tsx'
import { Pagination } from '#web/platform/ui/Pagination.tsx'
import { QueryStates } from '#web/platform/ui/QueryStates.tsx'
import styles from './Mentors.module.css'
import { MentorUserCard } from './MentorUserCard.tsx'
import { agendaQuery } from './mentor-meetings.ts'
import { OwnProfile } from './OwnProfile.tsx'
import { mentorsOnPage, mentorUsersQuery } from './queries.ts'
import { Waiting } from './Waiting.tsx'
import { Week } from './Week.tsx'

/** For mentors: who waits for them, the week ahead, and everybody who has chosen them. */
export function MentorUsersPage() {
  const [page, setPage] = useState(1)
  const agenda = useQuery(agendaQuery)
  const users = useQuery({ ...mentorUsersQuery(page), placeholderData: (before) => before })
  return (
    <div className={styles.page}>
      <PageHeading title="Мои участники" />
      {isFailure(users.error, 'no_access') ? (
        <EmptyState title="Этот раздел для наставников">Здесь наставники видят тех, кто их выбрал.</EmptyState>
      ) : (
        <>
          <QueryStates
            of={[agenda]}
            loading="Загружаем встречи…"
            failed="Встречи не загрузились"
            lines={3}
            height="6rem"
          >
            {(data) => (
              <>
                <Waiting agenda={data} />
                <Week agenda={data} />
              </>
            )}
          </QueryStates>
          <OwnProfile />
          <section className={styles.section} aria-labelledby="mentor-users">
            <Heading level={2} id="mentor-users">
              Все участники
            </Heading>
            <QueryStates
              of={[users]}
              loading="Загружаем участников…"
              failed="Список не загрузился"
              height="3rem"
              level={3}
            >
              {(data) =>
                data.count === 0 ? (
                  <EmptyState level={3} title="Вас пока никто не выбрал">
                    Когда участник назовёт вас наставником, он появится здесь со своим письмом.
                  </EmptyState>
                ) : (
                  <>
                    <ul className={styles.people} aria-label={`Выбрали вас: ${data.count}`}>
                      {data.users.map((user) => (
                        <MentorUserCard key={`${user.user_id} ${user.stage_id}`} user={user} />
                      ))}
                    </ul>
                    <Pagination page={page} pages={Math.ceil(data.count / mentorsOnPage)} onChange={setPage} />
                  </>
                )
              }
            </QueryStates>
          </section>
        </>
      )}
    </div>
  )
}
