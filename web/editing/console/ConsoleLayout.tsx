import { Outlet, useParams } from '@tanstack/react-router'
import { MailWaits } from '#web/platform/ui/MailWaits.tsx'
import styles from './ConsoleLayout.module.css'
import { SideSections } from './SideSections.tsx'

/** The pages of a competition's console, with its sections beside them on a wide window. */
export function ConsoleLayout() {
  const { competition } = useParams({ from: '/admin/$competition' })
  return (
    <div className={styles.console} data-spread>
      <SideSections competition={competition} />
      <div>
        <MailWaits />
        <Outlet />
      </div>
    </div>
  )
}
