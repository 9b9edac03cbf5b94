import { useQuery } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import ArrowUpDown from 'lucide-react/icons/arrow-up-down'
import { lazy, Suspense } from 'react'
import { loadChunk } from '#web/platform/navigation/load-chunk.ts'
import { PortalLinkButton } from '#web/platform/navigation/PortalLink.tsx'
import { PageMenu } from '#web/platform/navigation/page-menu.ts'
import { useCompetitionCode } from '#web/platform/navigation/use-competition-code.ts'
import { useSearchText } from '#web/platform/navigation/use-search-text.ts'
import { Skeleton } from '#web/platform/ui/Skeleton.tsx'
import styles from './FaqLayout.module.css'
import { FaqMenu } from './FaqMenu.tsx'
import { HelpSearch } from './HelpSearch.tsx'
import { helpQuery, useHelpAddress } from './queries.ts'

// The editors' components are loaded only for editors.
const OrderEditor = lazy(() =>
  loadChunk(async () => ({ default: (await import('#web/help/faq/editor/OrderEditor.tsx')).OrderEditor })),
)

/** The help: search and menu beside the open article. */
export function FaqLayout() {
  const code = useCompetitionCode()
  const address = useHelpAddress(code)
  const { data: help } = useQuery({ ...helpQuery(code), enabled: code !== '' })
  const edit = useSearchText('edit')
  const ordering = edit === 'order' && help?.mayEdit === true
  const writing = (edit === 'text' || edit === 'new') && help?.mayEdit === true
  if (writing) return <Outlet />
  return (
    <div className={styles.help} data-ordering={ordering || undefined}>
      <PageMenu title="Помощь">
        <FaqMenu competition={code} />
      </PageMenu>
      <div className={styles.search}>
        <HelpSearch competition={code} />
      </div>
      <div className={styles.menu}>
        {ordering ? (
          <Suspense fallback={<Skeleton lines={8} label="Загружаем порядок статей" />}>
            <OrderEditor competition={code} />
          </Suspense>
        ) : (
          <>
            <FaqMenu competition={code} />
            {help?.mayEdit && help.articles.length > 0 && (
              <PortalLinkButton
                kind="quiet"
                size="s"
                to={address()}
                search={{ edit: 'order' }}
                icon={<ArrowUpDown aria-hidden="true" />}
              >
                Изменить порядок
              </PortalLinkButton>
            )}
          </>
        )}
      </div>
      <div className={styles.content}>
        <Outlet />
      </div>
    </div>
  )
}
