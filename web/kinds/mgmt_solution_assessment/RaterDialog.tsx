import { useState } from 'react'
import { maxWeight, minWeight } from '#shared/review/judging/rater-quality.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Dialog } from '#web/platform/ui/Dialog.tsx'
import { FailureNotice } from '#web/platform/ui/FailureNotice.tsx'
import { RadioGroup } from '#web/platform/ui/RadioGroup.tsx'
import { Select } from '#web/platform/ui/Select.tsx'
import { TextArea } from '#web/platform/ui/TextArea.tsx'
import type { StagePanelProps } from '#web/stages/kind.ts'
import styles from './PeerPanel.module.css'
import { callsOf, type Rater, useAct } from './panel-queries.ts'

const step = 0.25
const weights = Array.from({ length: (maxWeight - minWeight) / step + 1 }, (_none, at) => minWeight + at * step)

/** How much the marks of one person count, or why they do not. */
export function RaterDialog({ place, rater, onClose }: { place: StagePanelProps; rater: Rater; onClose: () => void }) {
  const [how, setHow] = useState(rater.excluded_because !== null ? 'out' : rater.own_weight !== null ? 'set' : 'marks')
  const [weight, setWeight] = useState(String(rater.own_weight ?? 1))
  const [reason, setReason] = useState(rater.excluded_because ?? '')
  const [tried, setTried] = useState(false)
  const saving = useAct(
    place,
    () =>
      callsOf(place).changeRater(rater.test_id, {
        weight: how === 'set' ? Number(weight) : null,
        excluded_because: how === 'out' ? reason.trim() : null,
      }),
    onClose,
  )
  const unexplained = how === 'out' && reason.trim() === ''
  const save = () => {
    setTried(true)
    if (!unexplained && !saving.isPending) saving.mutate(undefined)
  }
  return (
    <Dialog
      title={`Оценки: ${rater.name}`}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button pending={saving.isPending} onClick={save}>
            Сохранить
          </Button>
          <Button kind="secondary" onClick={onClose}>
            Отмена
          </Button>
        </>
      }
    >
      <div className={styles.part}>
        <RadioGroup
          name="how"
          label="Как учитывать"
          value={how}
          options={[
            { value: 'marks', label: 'Вес по качеству оценок' },
            { value: 'set', label: 'Свой вес' },
            { value: 'out', label: 'Не учитывать' },
          ]}
          onChange={setHow}
        />
        {how === 'set' && (
          <Select
            name="weight"
            label="Вес"
            value={weight}
            options={weights.map((one) => ({ value: String(one), label: String(one).replace('.', ',') }))}
            onChange={setWeight}
          />
        )}
        {how === 'out' && (
          <TextArea
            name="excluded"
            label="Почему"
            hint="Участник этого не увидит, запись останется в журнале"
            rows={3}
            limit={1000}
            error={tried && unexplained ? 'Напишите причину' : null}
            value={reason}
            onChange={setReason}
          />
        )}
        <FailureNotice error={saving.error} />
      </div>
    </Dialog>
  )
}
