import Ban from 'lucide-react/icons/ban'
import CircleCheck from 'lucide-react/icons/circle-check'
import CircleDot from 'lucide-react/icons/circle-dot'
import Clock from 'lucide-react/icons/clock'
import LoaderCircle from 'lucide-react/icons/loader-circle'
import Lock from 'lucide-react/icons/lock'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import type { ReactNode } from 'react'
import type { StageStatus } from '#shared/stages/status.ts'
import styles from './StatusBadge.module.css'

type Look = 'done' | 'due' | 'waiting' | 'shut' | 'trouble' | 'neutral'

const looks: Record<StageStatus, { look: Look; icon: typeof Lock; text: string }> = {
  available: { look: 'due', icon: CircleDot, text: 'Можно начать' },
  in_progress: { look: 'due', icon: CircleDot, text: 'Начат' },
  success: { look: 'done', icon: CircleCheck, text: 'Пройден' },
  processing: { look: 'waiting', icon: LoaderCircle, text: 'Обрабатываем' },
  wait: { look: 'waiting', icon: Clock, text: 'Ждёт' },
  interrupted: { look: 'trouble', icon: TriangleAlert, text: 'Прерван' },
  not_allowed: { look: 'shut', icon: Ban, text: 'Нет допуска' },
  timeover: { look: 'shut', icon: Lock, text: 'Срок истёк' },
  unavailable_finalist: { look: 'shut', icon: Lock, text: 'Закрыт для финалистов' },
  hidden: { look: 'shut', icon: Lock, text: 'Скрыт' },
}

/** A status as a word with an icon; `children` replaces the usual word. For other states pass `look` and the words. */
export function StatusBadge(
  props: { status: StageStatus; children?: ReactNode } | { look: Look; children: ReactNode },
) {
  const {
    look,
    icon: Icon,
    text,
  } = 'status' in props ? looks[props.status] : { look: props.look, icon: null, text: null }
  return (
    <span className={`${styles.badge} ${styles[look]}`}>
      {Icon && <Icon aria-hidden="true" />}
      {props.children ?? text}
    </span>
  )
}
