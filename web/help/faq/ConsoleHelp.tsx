import { useCompetitionCode } from '#web/platform/navigation/use-competition-code.ts'
import { ConsoleCrumbs } from '#web/seasons/console/ConsoleCrumbs.tsx'
import styles from './ConsoleHelp.module.css'
import { FaqLayout } from './FaqLayout.tsx'
import { useHelpPath } from './queries.ts'

/** The help as a section of the console; an article has a way back of its own. */
export function ConsoleHelp() {
  const competition = useCompetitionCode()
  return (
    <div className={styles.page}>
      {useHelpPath() === '' && <ConsoleCrumbs competition={competition} page="Статьи помощи" />}
      <FaqLayout />
    </div>
  )
}
