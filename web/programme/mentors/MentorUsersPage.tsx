import { useQuery } from '@tanstack/react-query'
import { profileQuery } from '#web/accounts/profile/queries.ts'
import { PageHeading } from '#web/platform/navigation/PageHeading.tsx'
import { useList } from '#web/platform/navigation/use-list.ts'
import { EmptyState } from '#web/platform/ui/EmptyState.tsx'
import { Heading } from '#web/platform/ui/Heading.tsx'
import { PagedList } from '#web/platform/ui/PagedList.tsx'
import { QueryStates } from '#web/platform/ui/QueryStates.tsx'
import { Select } from '#web/platform/ui/Select.tsx'
import { Skeleton } from '#web/platform/ui/Skeleton.tsx'
import { useFew } from '#web/platform/ui/use-few.tsx'
import { Assisted, assistedQuery, useAssisted } from './assisted.ts'
import styles from './Mentors.module.css'
import { MentorUserCard } from './MentorUserCard.tsx'
import { agendaQuery } from './mentor-meetings.ts'
import { OwnProfile, ownProfileQuery } from './OwnProfile.tsx'
import { type MentorUser, mentorsOnPage, mentorUsersQuery } from './queries.ts'
import { Waiting } from './Waiting.tsx'
import { Week } from './Week.tsx'

/**
 * For mentors: who waits for them, the week ahead, and everybody who has chosen them; for their assistants, the same.
 */
export function MentorUsersPage() {
  const own = useQuery(profileQuery)
  const assisted = useQuery(assistedQuery)
  return (
    <div className={styles.page}>
      <QueryStates of={[own, assisted]} loading="Загружаем участников…" failed="Страница не загрузилась" height="6rem">
        {({ roles }, { mentors }) => <Whose isMentor={roles.includes('mentor')} mentors={mentors} />}
      </QueryStates>
    </div>
  )
}

interface WhoseProps {
  isMentor: boolean
  mentors: readonly { mentor_id: number; fio: string }[]
}

/** The choice whose people are shown: the mentor's own, or those of a mentor whom the person assists. */
function Whose({ isMentor, mentors }: WhoseProps) {
  const options = [
    ...(isMentor ? [{ value: '', label: 'Мои участники' }] : []),
    ...mentors.map(({ mentor_id, fio }) => ({ value: String(mentor_id), label: fio })),
  ]
  const { asked, ask } = useList('', { whose: '' })
  // When the chosen mentor is no longer among the options, the first option is shown.
  const shown = options.find(({ value }) => value === asked.whose) ?? options[0]
  const mentor = mentors.find(({ mentor_id }) => String(mentor_id) === shown?.value)
  if (!shown)
    return (
      <>
        <PageHeading title="Мои участники" />
        <EmptyState title="Этот раздел для наставников">
          Здесь наставники и их помощники видят тех, кто выбрал наставника.
        </EmptyState>
      </>
    )
  return (
    <Assisted value={mentor?.mentor_id ?? null}>
      <PageHeading title={mentor ? 'Участники наставника' : 'Мои участники'} />
      {mentor && (
        <p className={styles.lead}>
          Вы отвечаете за наставника: <bdi>{mentor.fio}</bdi>. Участники прочитают, что ответил помощник.
        </p>
      )}
      {options.length > 1 && (
        <Select
          label="Чьи участники"
          name="whose"
          options={options}
          value={shown.value}
          onChange={(whose) => ask({ whose })}
        />
      )}
      <People key={shown.value} />
    </Assisted>
  )
}

function People() {
  const assisted = useAssisted()
  const list = useList('', {})
  const { page } = list.asked
  const agenda = useQuery(agendaQuery(assisted))
  const users = useQuery({ ...mentorUsersQuery(assisted, page), placeholderData: (before) => before })
  // Those who wait for an answer come first, so they are on the first page.
  const first = useQuery(mentorUsersQuery(assisted, 1))
  const profile = useQuery({ ...ownProfileQuery, enabled: assisted === null })
  // All of it comes at once, so that nothing is pushed down by what loads later.
  if (agenda.isPending || first.isPending || profile.isLoading)
    return <Skeleton lines={8} height="6rem" label="Загружаем участников…" />
  const asked = first.data?.users.filter(({ may_answer }) => may_answer) ?? []
  const isAsked = ({ user_id, stage_id }: MentorUser) =>
    asked.some((each) => each.user_id === user_id && each.stage_id === stage_id)
  return (
    <>
      <QueryStates of={[agenda]} loading="Загружаем встречи…" failed="Встречи не загрузились" lines={3} height="6rem">
        {(data) => (
          <>
            <Waiting agenda={data} asked={asked} waiting={first.data?.waiting ?? 0} />
            <Week agenda={data} />
          </>
        )}
      </QueryStates>
      {assisted === null && <OwnProfile />}
      <section className={styles.section} aria-labelledby="mentor-users">
        <Heading level={2} id="mentor-users">
          Все участники
        </Heading>
        <PagedList
          of={users}
          list={list}
          size={mentorsOnPage}
          loading="Загружаем участников…"
          failed="Список не загрузился"
          height="3rem"
          level={3}
          empty={
            <EmptyState
              level={3}
              title={assisted === null ? 'Вас пока никто не выбрал' : 'Наставника пока никто не выбрал'}
            >
              Когда участник назовёт {assisted === null ? 'вас наставником' : 'этого наставника'}, он появится здесь со
              своим письмом.
            </EmptyState>
          }
        >
          {(data) => (
            <Chosen
              key={page}
              users={data.users}
              label={`${assisted === null ? 'Выбрали вас' : 'Выбрали наставника'}: ${data.count}`}
              isAbove={(user) => agenda.data !== undefined && isAsked(user)}
            />
          )}
        </PagedList>
      </section>
    </>
  )
}

/** How many people a phone shows before «Показать ещё»; those who wait for an answer come first. */
const fewOnPhone = 6

interface ChosenProps {
  users: readonly MentorUser[]
  label: string
  /** Whether the mentor answers this person above the list. */
  isAbove: (user: MentorUser) => boolean
}

function Chosen({ users, label, isAbove }: ChosenProps) {
  const { shown, list, more } = useFew<MentorUser, HTMLUListElement>(users, fewOnPhone, 'участники')
  return (
    <div className={styles.section}>
      <ul ref={list} className={styles.people} aria-label={label}>
        {shown.map((user) => (
          <MentorUserCard
            key={`${user.user_id} ${user.stage_id}`}
            user={user}
            answered={isAbove(user) ? 'above' : 'here'}
          />
        ))}
      </ul>
      {more}
    </div>
  )
}
