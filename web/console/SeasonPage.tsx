import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { PageHeading } from '#web/platform/navigation/PageHeading.tsx'
import { QueryStates } from '#web/platform/ui/QueryStates.tsx'
import styles from './ConsolePage.module.css'
import { seasonQuery } from './queries.ts'
import { SeasonCrumbs } from './SeasonCrumbs.tsx'
import { SeasonEditor } from './SeasonEditor.tsx'
import { seasonSettingsQuery } from './season-queries.ts'

/** What a competition is beside its stages: name, dates, look, links and tracks. */
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
        {(season, edited) => <SeasonEditor competition={competition} overview={season} season={edited} />}
      </QueryStates>
    </div>
  )
}
