import { PageHeading } from '#web/platform/navigation/PageHeading.tsx'
import { PortalLinkButton } from '#web/platform/navigation/PortalLink.tsx'
import { EmptyState } from '#web/platform/ui/EmptyState.tsx'
import styles from './HelpNotFound.module.css'
import { useHelpAddress } from './queries.ts'

/** No article has this address; the search is above and beside. */
export function HelpNotFound({ competition }: { competition: string }) {
  const address = useHelpAddress(competition)
  return (
    <div className={styles.page}>
      <p className={styles.status}>404</p>
      <PageHeading title="Страница не найдена" />
      <EmptyState
        kind="found-nothing"
        title="Такой статьи нет"
        action={
          <PortalLinkButton kind="secondary" to={address()}>
            Все статьи
          </PortalLinkButton>
        }
      >
        Возможно, её переименовали или удалили. Поищите по словам: поиск понимает и опечатки.
      </EmptyState>
    </div>
  )
}
