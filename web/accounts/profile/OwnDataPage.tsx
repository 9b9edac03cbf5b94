import { useQuery } from '@tanstack/react-query'
import { QueryStates } from '#web/platform/ui/QueryStates.tsx'
import { EraseRow } from './EraseRow.tsx'
import { ExportRow } from './ExportRow.tsx'
import { ProfilePage } from './ProfilePage.tsx'
import { profileQuery } from './queries.ts'

/** A copy of everything that the portal knows, and the end of the account. */
export function OwnDataPage() {
  const query = useQuery(profileQuery)
  return (
    <ProfilePage title="Мои данные" lead="Что портал о вас знает, и как это забрать или удалить.">
      <QueryStates
        of={[query]}
        loading="Загружаем профиль"
        failed="Не удалось загрузить профиль"
        lines={2}
        height="8rem"
      >
        {(profile) => (
          <div>
            <ExportRow />
            <EraseRow profile={profile} />
          </div>
        )}
      </QueryStates>
    </ProfilePage>
  )
}
