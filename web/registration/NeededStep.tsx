import { parseWire, showDateTime } from '#shared/time/moscow.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import { RadioGroup } from '#web/platform/ui/RadioGroup.tsx'
import styles from './NeededStep.module.css'
import type { Notify } from './queries.ts'

interface NeededStepProps {
  notify: Notify
  needed: readonly string[]
  door: 'participant' | 'supporter'
  onDoor: (door: 'participant' | 'supporter') => void
  onNext: () => void
}

/** Before the start: the deadline, the role, and what to have ready. */
export function NeededStep({ notify, needed, door, onDoor, onNext }: NeededStepProps) {
  const closes = notify.closes_at === null ? null : parseWire(notify.closes_at)
  const { participant, supporter } = notify.doors
  return (
    <>
      {notify.text && <p>{notify.text}</p>}
      {closes && <p>Регистрация открыта до {showDateTime(closes)} по Москве.</p>}
      {needed.length > 0 && (
        <Notice tone="info" title="Что понадобится">
          <ul className={styles.needed}>
            {needed.map((thing) => (
              <li key={thing}>{thing}</li>
            ))}
          </ul>
        </Notice>
      )}
      {participant && supporter ? (
        <RadioGroup
          label="Кем вы хотите стать"
          name="door"
          look="cards"
          value={door}
          onChange={(value) => onDoor(value === 'supporter' ? 'supporter' : 'participant')}
          options={[
            { value: 'participant', label: 'Участником', hint: 'Пройти этапы конкурса' },
            { value: 'supporter', label: 'Сторонником', hint: 'Следить за конкурсом и поддерживать участников' },
          ]}
        />
      ) : (
        <p>
          {participant
            ? 'Регистрация сторонников закрыта.'
            : 'Регистрация участников закрыта, открыта для сторонников.'}
        </p>
      )}
      <Button wide onClick={onNext}>
        Начать регистрацию
      </Button>
    </>
  )
}
