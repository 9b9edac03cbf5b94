import { useQuery } from '@tanstack/react-query'
import { parseDate, showCalendarDate } from '#shared/time/moscow.ts'
import { competitionsQuery } from '#web/competitions/queries.ts'
import { PortalLink } from '#web/platform/navigation/PortalLink.tsx'
import { DefinitionList } from '#web/platform/ui/DefinitionList.tsx'
import { Panel } from '#web/platform/ui/Panel.tsx'
import { OwnPicture } from './OwnPicture.tsx'
import styles from './Profile.module.css'
import type { Profile } from './queries.ts'

/** The person's name and date of birth. They were checked at registration, so only the support can change them. */
export function PersonalData({ profile }: { profile: Profile }) {
  const { data: competitions } = useQuery(competitionsQuery)
  const own = competitions?.find(({ door }) => door) ?? competitions?.[0]
  const born = profile.birth_date && parseDate(profile.birth_date)
  return (
    <Panel title="Личные данные" id="personal">
      <div className={styles.form}>
        <OwnPicture profile={profile} />
        <DefinitionList
          items={[
            { term: 'Фамилия, имя, отчество', value: profile.fio },
            { term: 'Дата рождения', value: born ? showCalendarDate(born) : null },
            { term: 'Номер пользователя', value: String(profile.id) },
          ]}
        />
        <p className={styles.note}>
          Имя и дату рождения вы указали при регистрации: по ним проверяют заявку. Если в них ошибка,{' '}
          {own ? <PortalLink to={`/${own.code}/support`}>напишите в поддержку</PortalLink> : 'напишите в поддержку'}.
        </p>
      </div>
    </Panel>
  )
}
