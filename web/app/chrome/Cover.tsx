import { use } from 'react'
import type { PageCover } from '#shared/app/pages/rendered-page.ts'
import { TrackComing } from '#web/app/places/TrackComing.tsx'
import { loadLook } from '#web/seasons/themes/themes.ts'
import headerStyles from './Header.module.css'

/**
 * What the server draws of a track's page for a person whose session the browser has yet to renew: the sign and the
 * heading.
 */
export function Cover({ look, title, amongOthers }: PageCover) {
  const { Layout, Logo } = use(loadLook(look))
  return (
    <Layout
      kind="page"
      header={
        <div className={headerStyles.band} data-band>
          <div className={headerStyles.inner}>
            <span className={headerStyles.logo}>
              <Logo />
            </span>
          </div>
        </div>
      }
      footer={null}
    >
      <TrackComing title={title} amongOthers={amongOthers} />
    </Layout>
  )
}
