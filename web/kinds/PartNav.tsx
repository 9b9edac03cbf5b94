import ArrowLeft from 'lucide-react/icons/arrow-left'
import { outOf } from '#shared/platform/text/unbroken.ts'
import { stagePath } from '#shared/stages/addresses.ts'
import { PortalLink } from '#web/platform/navigation/PortalLink.tsx'
import type { Stage } from '#web/stages/stage.ts'
import styles from './StagePage.module.css'

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
