import { useQueryClient } from '@tanstack/react-query'
import { Outlet, useParams } from '@tanstack/react-router'
import { useEffect } from 'react'
import { SilenceNotice } from '#web/platform/ui/MailWaits.tsx'
import { refreshChecklist, seasonQuery } from '#web/seasons/console/queries.ts'
import styles from './ConsoleLayout.module.css'
import { SideSections } from './SideSections.tsx'

/** The pages of a competition's console, with its sections beside them on a wide window. */
export function ConsoleLayout() {
  const { competition } = useParams({ from: '/admin/$competition' })
  useFreshChecklists(competition)
  return (
    <div className={styles.console} data-spread>
      <SideSections competition={competition} />
      <div className={styles.page}>
        <SilenceNotice />
        <Outlet />
      </div>
    </div>
  )
}

/** After each act of an organiser the checklists are read again: what it was about may be right now, or wrong. */
function useFreshChecklists(competition: string) {
  const queries = useQueryClient()
  const code = useParams({ from: '/admin/$competition/stages/$stage', shouldThrow: false })?.stage
  useEffect(
    () =>
      queries.getMutationCache().subscribe((event) => {
        if (event.type !== 'updated' || event.action.type !== 'success') return
        void queries.invalidateQueries({ queryKey: seasonQuery(competition).queryKey })
        if (code !== undefined) void refreshChecklist(queries, { competition, code }).catch(() => {})
      }),
    [queries, competition, code],
  )
}
