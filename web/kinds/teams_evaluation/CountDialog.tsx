import { useState } from 'react'
import { outOf } from '#shared/platform/text/unbroken.ts'
import { counted } from '#shared/platform/time/plural.ts'
import { showBanner } from '#web/platform/messages/banner.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Checkbox } from '#web/platform/ui/Checkbox.tsx'
import { Dialog } from '#web/platform/ui/Dialog.tsx'
import { FailureNotice } from '#web/platform/ui/FailureNotice.tsx'
import type { StagePanelProps } from '#web/stages/kind.ts'
import { callsOf, useAct } from './panel-queries.ts'
import styles from './TeamsEvaluationPanel.module.css'

interface CountDialogProps {
  place: StagePanelProps
  late: number
  onClose: () => void
}

/** Counts the marks, only once: the difference between two counts would show what somebody has said. */
export function CountDialog({ place, late, onClose }: CountDialogProps) {
  const [straight, setStraight] = useState(false)
  const [pairs, setPairs] = useState(false)
  const count = useAct(place, callsOf(place).count, ({ people, reports }) => {
    showBanner(`Итоги подведены: отчётов ${outOf(reports, people)}`, 'success')
    onClose()
  })
  return (
    <Dialog
      title="Подвести итоги?"
      role="alertdialog"
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button
            pending={count.isPending}
            pendingText="Подводим…"
            onClick={() => count.mutate({ skip_straight: straight, skip_pairs: pairs })}
          >
            Подвести итоги
          </Button>
          <Button kind="secondary" onClick={onClose}>
            Отмена
          </Button>
        </>
      }
    >
      <div className={styles.panel}>
        <p>
          Оценки закроются для всех, и каждый увидит отчёт о себе. Это делают один раз: второй подсчёт показал бы, кто
          что поставил.
        </p>
        {late > 0 && (
          <p>
            <strong>Ещё не сдали: {counted(late, 'человек', 'человека', 'человек')}.</strong> Их оценки не учтут.
          </p>
        )}
        <Checkbox
          setting
          name="skip-straight"
          label="Не учитывать тех, кто поставил всем одно и то же"
          value={straight}
          onChange={setStraight}
        />
        <Checkbox
          setting
          name="skip-pairs"
          label="Не учитывать пары, в которых оба поставили друг другу только высшие оценки"
          value={pairs}
          onChange={setPairs}
        />
        <FailureNotice error={count.error} />
      </div>
    </Dialog>
  )
}
