import { useQuery } from '@tanstack/react-query'
import { type Home, homesOf } from '#shared/accounts/homes/home.ts'
import { type Profile, profileQuery } from '#web/accounts/profile/queries.ts'
import { session } from '#web/platform/api/portal-api.ts'
import { type Competition, competitionsQuery } from '#web/seasons/competitions/queries.ts'

interface Place {
  title: string
  path: string
  /** What a person finds there. */
  about: string
}

/** What decides the homes of the person who is logged in. */
export const personOf = (profile: Pick<Profile, 'roles'>, competitions: readonly Competition[]) => ({
  roles: profile.roles,
  permissions: session.claims()?.admin_permissions ?? [],
  takesPart: competitions.some(({ door }) => door),
})

/** The home as a place to open. The path begins in this competition, or among all of them. */
export function placeOf(home: Home, competition?: string): Place {
  const path = competition ? `/${competition}` : '/'
  const places: Record<Home, Place> = {
    admin: { title: 'Управление', path: '/admin', about: 'Сезоны, обращения и помощь: что ждёт вас и до какого срока' },
    desk: { title: 'Рабочий стол', path: '/desk', about: 'Работы, которые вы проверяете и оцениваете' },
    mentor: { title: 'Мои участники', path: '/mentor', about: 'Кто выбрал вас наставником, встречи и отчёты' },
    path: { title: 'Мой конкурс', path, about: 'Этапы, сроки и всё, что нужно сделать участнику' },
  }
  return places[home]
}

/** The homes of the person who is logged in; none while that is not known. */
export function useHomes(): Home[] {
  const { data: profile } = useQuery({ ...profileQuery, enabled: session.token() !== null })
  const { data: competitions } = useQuery(competitionsQuery)
  return profile && competitions ? homesOf(personOf(profile, competitions)) : []
}
