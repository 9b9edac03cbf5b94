import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { type ReactNode, useRef } from 'react'
import { PageHeading } from '#web/platform/navigation/PageHeading.tsx'
import { QueryStates } from '#web/platform/ui/QueryStates.tsx'
import { seasonQuery } from '#web/seasons/console/queries.ts'
import { SeasonCrumbs } from '#web/seasons/console/SeasonCrumbs.tsx'
import { seasonSettingsQuery } from '#web/seasons/console/season-queries.ts'
import { useCurrentPart, useKeptPart, useParts } from '#web/seasons/console/use-parts.ts'
import styles from './ConsolePage.module.css'
import { SeasonEditor } from './SeasonEditor.tsx'
import { PartsMenu, StageParts } from './StageParts.tsx'

/** The settings of a competition apart from its stages: name, dates, look, links and tracks. */
export function SeasonPage() {
  const { competition } = useParams({ from: '/admin/$competition' })
  const overview = useQuery(seasonQuery(competition))
  const settings = useQuery(seasonSettingsQuery(competition))
  const title = 'Настройки конкурса'
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <SeasonCrumbs competition={competition} page={title} />
        <PageHeading title={title} size={2} />
      </header>
      <QueryStates
        of={[overview, settings]}
        loading="Загружаем настройки…"
        failed="Настройки не загрузились"
        lines={12}
      >
        {(season, edited) => (
          <Parted>
            <SeasonEditor competition={competition} overview={season} season={edited} />
          </Parted>
        )}
      </QueryStates>
    </div>
  )
}

/** A long form with the list of its parts beside it, or above it where there is no room. */
function Parted({ children }: { children: ReactNode }) {
  const work = useRef<HTMLDivElement>(null)
  const parts = useParts(work)
  const current = useCurrentPart(parts)
  useKeptPart(work)
  return (
    <div className={styles.parted}>
      <div className={styles.contents}>
        <p className={styles.partsTitle}>На этой странице</p>
        <StageParts parts={parts} current={current} />
      </div>
      <div ref={work} className={styles.work}>
        <PartsMenu parts={parts} current={current} />
        {children}
      </div>
    </div>
  )
}
