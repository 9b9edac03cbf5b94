import ArrowLeft from 'lucide-react/icons/arrow-left'
import { stagePath } from '#shared/stages/addresses.ts'
import { outOf } from '#shared/text/unbroken.ts'
import { PortalLink } from '#web/platform/navigation/PortalLink.tsx'
import styles from './StagePage.module.css'
import type { Stage } from './stage.ts'

/** Above a part of a stage: the way back to all its parts. */
export function PartNav({ whole, part, ...of }: { competition: string; track: string; whole: Stage; part: Stage }) {
  const place = whole.childs.findIndex(({ code }) => code === part.code) + 1
  return (
    <p className={styles.part}>
      <PortalLink to={stagePath(of.competition, of.track, whole)} className={styles.back}>
        <ArrowLeft aria-hidden="true" />
        Все части
      </PortalLink>
      <span>Часть {outOf(place, whole.childs.length)}</span>
    </p>
  )
}
