import { useState } from 'react'
import { idNumber } from '#shared/platform/text/unbroken.ts'
import { parseWire, showDateTime } from '#shared/platform/time/moscow.ts'
import type { View } from '#web/platform/api/view.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Moments } from '#web/platform/ui/Moments.tsx'
import { leaveView } from './leave-view.ts'
import styles from './ViewBanner.module.css'

/** Shown above every page while an organiser looks at the portal as a participant. It cannot be closed, only ended. */
export function ViewBanner({ view }: { view: View }) {
  const [leaving, setLeaving] = useState(false)
  const end = parseWire(view.endsAt)
  return (
    <section className={styles.banner} aria-label="Просмотр глазами участника">
      <p>
        <strong>Вы смотрите глазами участника {idNumber(view.testId)}</strong>
        {end && <Moments text={` до ${showDateTime(end)}`} />}. Изменить ничего нельзя, файлы и номера документов
        скрыты.
      </p>
      <Button
        kind="secondary"
        size="s"
        pending={leaving}
        onClick={() => {
          setLeaving(true)
          void leaveView()
        }}
      >
        Закончить просмотр
      </Button>
    </section>
  )
}
