import { usePrefetchQuery, useQuery } from '@tanstack/react-query'
import type { Answer } from '#web/platform/api/client.ts'
import { QueryStates } from '#web/platform/ui/QueryStates.tsx'
import { Devices } from './Devices.tsx'
import { PasswordRow } from './PasswordRow.tsx'
import { ProfilePage } from './ProfilePage.tsx'
import { profileQuery, sessionsQuery, stateServiceQuery } from './queries.ts'
import { SecondFactorRow } from './SecondFactorRow.tsx'
import { StateServiceRow } from './StateServiceRow.tsx'

/** How the account is protected, and where it is open. */
export function SecurityPage() {
  const { data: config } = useQuery<Answer<'GET /app/config'>>({ queryKey: ['config'], enabled: false })
  const service = config?.state_service ?? null
  const profile = useQuery(profileQuery)
  usePrefetchQuery(sessionsQuery(1))
  const link = useQuery({ ...stateServiceQuery, enabled: service !== null })
  // The rows are drawn together: one that came later would move the buttons below it away from under a press.
  const linked = service ? link : { data: { linked: null }, error: null, refetch: () => {} }
  return (
    <ProfilePage title="Безопасность" lead="Как вы входите и где ваша учётная запись открыта.">
      <QueryStates
        of={[profile, linked]}
        loading="Загружаем настройки входа"
        failed="Не удалось загрузить настройки входа"
        lines={5}
        height="4rem"
      >
        {({ second_factor, email, phone }, state) => (
          <div>
            <PasswordRow username={(email || phone) ?? ''} />
            <SecondFactorRow method={second_factor} />
            {service && <StateServiceRow name={service.name} linked={state.linked} />}
            <Devices />
          </div>
        )}
      </QueryStates>
    </ProfilePage>
  )
}
