import { useQueries, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Answer } from '#web/platform/api/client.ts'
import { PageHeading } from '#web/platform/navigation/PageHeading.tsx'
import { QueryStates } from '#web/platform/ui/QueryStates.tsx'
import { ConsentsSection } from './ConsentsSection.tsx'
import { EmailSection } from './EmailSection.tsx'
import { ErasureSection } from './ErasureSection.tsx'
import { NotificationChoices } from './NotificationChoices.tsx'
import { OwnDataSection } from './OwnDataSection.tsx'
import { PasswordSection } from './PasswordSection.tsx'
import { PersonalData } from './PersonalData.tsx'
import { PhoneSection } from './PhoneSection.tsx'
import styles from './Profile.module.css'
import { ProfileMenu } from './ProfileMenu.tsx'
import { choicesQuery, consentsQuery, profileQuery, sessionsQuery, stateServiceQuery } from './queries.ts'
import { SecondFactor } from './SecondFactor.tsx'
import { SessionsSection } from './SessionsSection.tsx'
import { StateServiceSection } from './StateServiceSection.tsx'

/** Personal data, security and data protection of the account. */
export function ProfilePage() {
  const query = useQuery(profileQuery)
  const { data: config } = useQuery<Answer<'GET /app/config'>>({ queryKey: ['config'], enabled: false })
  // The sections are drawn together: one that came later would move the buttons below it away from under a press.
  const parts = useQueries({ queries: [sessionsQuery(1), choicesQuery, consentsQuery(1)] })
  const service = useQuery({ ...stateServiceQuery, enabled: Boolean(config?.state_service) })
  const [settled, setSettled] = useState(false)
  if (!settled && ![...parts, service].some(({ isLoading }) => isLoading)) setSettled(true)
  return (
    <div className={styles.profile}>
      <PageHeading title="Профиль" />
      <QueryStates
        of={[query, { data: settled || undefined, error: null, refetch: () => {} }]}
        loading="Загружаем профиль"
        failed="Не удалось загрузить профиль"
        lines={6}
        height="3.5rem"
        level={3}
      >
        {(profile) => (
          <div className={styles.columns}>
            <ProfileMenu absent={config?.state_service ? [] : ['state-service']} />
            <div className={styles.sections}>
              <PersonalData profile={profile} />
              <EmailSection profile={profile} />
              <PhoneSection profile={profile} />
              <PasswordSection />
              <SecondFactor method={profile.second_factor} />
              {config?.state_service && <StateServiceSection name={config.state_service.name} />}
              <SessionsSection />
              <NotificationChoices />
              <ConsentsSection />
              <OwnDataSection />
              <ErasureSection profile={profile} />
            </div>
          </div>
        )}
      </QueryStates>
    </div>
  )
}
