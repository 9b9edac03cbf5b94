import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Navigate, useNavigate } from '@tanstack/react-router'
import ArrowRight from 'lucide-react/icons/arrow-right'
import type { Home } from '#shared/accounts/homes/home.ts'
import { profileQuery } from '#web/accounts/profile/queries.ts'
import { api } from '#web/platform/api/portal-api.ts'
import { PageHeading } from '#web/platform/navigation/PageHeading.tsx'
import { FailureNotice } from '#web/platform/ui/FailureNotice.tsx'
import { Skeleton } from '#web/platform/ui/Skeleton.tsx'
import { VisuallyHidden } from '#web/platform/ui/VisuallyHidden.tsx'
import { useLookCompetition } from '#web/seasons/competitions/queries.ts'
import styles from './HomeChoicePage.module.css'
import { placeOf, useHomes } from './places.ts'

/** For people with several roles: where to begin. The choice is kept for the next logins. */
export function HomeChoicePage() {
  const homes = useHomes()
  const competition = useLookCompetition()?.code
  const { data: profile } = useQuery(profileQuery)
  const client = useQueryClient()
  const navigate = useNavigate()
  const choose = useMutation({
    mutationFn: (home: Home) => api('PUT /user/home', { body: { home } }),
    onSuccess: async (_, home) => {
      client.setQueryData(profileQuery.queryKey, (known) => known && { ...known, home })
      await navigate({ to: placeOf(home, competition).path })
    },
  })
  const [only, ...others] = homes
  if (!only) return <Skeleton label="Узнаём ваши роли" />
  if (others.length === 0) return <Navigate to={placeOf(only, competition).path} replace />
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <PageHeading title="С чего начнём?" />
        <p className={styles.lead}>
          У вас несколько ролей. Портал запомнит выбор и после входа будет открывать эту страницу; изменить его можно в
          меню рядом с именем.
        </p>
      </header>
      <FailureNotice error={choose.error} />
      <ul className={styles.homes}>
        {homes.map((home) => {
          const { title, about } = placeOf(home, competition)
          return (
            <li key={home}>
              <button
                type="button"
                className={styles.home}
                data-chosen={profile?.home === home || undefined}
                disabled={choose.isPending}
                onClick={() => choose.mutate(home)}
              >
                <span className={styles.title}>
                  {title}
                  {profile?.home === home && <VisuallyHidden>, выбрано</VisuallyHidden>}
                </span>
                <span className={styles.about}>{about}</span>
                <ArrowRight aria-hidden="true" />
              </button>
            </li>
          )
        })}
      </ul>
    </div>
  )
}
