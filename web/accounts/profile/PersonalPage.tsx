import { useQuery } from '@tanstack/react-query'
import { parseDate, showCalendarDate } from '#shared/platform/time/moscow.ts'
import { PortalLink } from '#web/platform/navigation/PortalLink.tsx'
import { QueryStates } from '#web/platform/ui/QueryStates.tsx'
import { competitionsQuery } from '#web/seasons/competitions/queries.ts'
import { EmailRow } from './EmailRow.tsx'
import { OwnPicture } from './OwnPicture.tsx'
import { PhoneRow } from './PhoneRow.tsx'
import { ProfilePage } from './ProfilePage.tsx'
import { ProfileRow } from './ProfileRow.tsx'
import { type Profile, profileQuery } from './queries.ts'

/** Who the person is, and how to reach them. */
export function PersonalPage() {
  const query = useQuery(profileQuery)
  return (
    <ProfilePage title="Данные">
      <QueryStates
        of={[query]}
        loading="Загружаем профиль"
        failed="Не удалось загрузить профиль"
        lines={5}
        height="4rem"
      >
        {(profile) => (
          <div>
            <ProfileRow id="picture" title="Фотография">
              <OwnPicture profile={profile} />
            </ProfileRow>
            <Identity profile={profile} />
            <EmailRow profile={profile} />
            <PhoneRow profile={profile} />
            <ProfileRow id="number" title="Номер пользователя" state={String(profile.id)} />
          </div>
        )}
      </QueryStates>
    </ProfilePage>
  )
}

/** They were checked at registration, so only the support can change them. */
function Identity({ profile }: { profile: Profile }) {
  const { data: competitions } = useQuery(competitionsQuery)
  const own = competitions?.find(({ door }) => door) ?? competitions?.[0]
  // For supporters, mentors and organisers nothing is checked by the date of birth.
  const applied = competitions?.some(({ door }) => door === 'participant') ?? false
  const born = profile.birth_date && parseDate(profile.birth_date)
  return (
    <>
      <ProfileRow
        id="personal"
        title="Имя"
        state={profile.fio}
        note={
          <>
            {applied
              ? 'Имя и дату рождения вы указали при регистрации: по ним проверяют заявку. Если в них ошибка, '
              : 'Так вас видят в конкурсах. Если в имени ошибка, '}
            {own ? <PortalLink to={`/${own.code}/support`}>напишите в поддержку</PortalLink> : 'напишите в поддержку'}.
          </>
        }
      />
      {(born || applied) && (
        <ProfileRow id="birth-date" title="Дата рождения" state={born ? showCalendarDate(born) : 'Не указана'} />
      )}
    </>
  )
}
