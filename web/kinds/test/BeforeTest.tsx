import { useState } from 'react'
import { Button } from '#web/platform/ui/Button.tsx'
import { SystemCheck } from './SystemCheck.tsx'
import styles from './TestRun.module.css'
import { TrialTest } from './TrialTest.tsx'

/** Shown days before a test: a check of the device, and a trial. */
export function BeforeTest() {
  const [trying, setTrying] = useState(false)
  if (trying)
    return (
      <div className={styles.before}>
        <TrialTest onEnd={() => setTrying(false)} />
      </div>
    )
  return (
    <div className={`${styles.start} ${styles.before}`}>
      <SystemCheck />
      <div>
        <Button kind="secondary" onClick={() => setTrying(true)}>
          Пробный тест
        </Button>
      </div>
    </div>
  )
}
