import { parseWire, showMoscowTime } from '#shared/platform/time/moscow.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Heading } from '#web/platform/ui/Heading.tsx'
import { Moments } from '#web/platform/ui/Moments.tsx'
import { RadioGroup } from '#web/platform/ui/RadioGroup.tsx'
import { Criteria } from './Criteria.tsx'
import styles from './NeededStep.module.css'
import type { Notify, RegistrationForm } from './queries.ts'

interface NeededStepProps {
  notify: Notify
  form: Pick<RegistrationForm, 'needed' | 'criteria'>
  door: 'participant' | 'supporter'
  onDoor: (door: 'participant' | 'supporter') => void
  /** A registration has already begun. */
  begun: boolean
  onNext: () => void
}

/** Before the start: the deadline, the role, whom the competition admits, and what to have ready. */
export function NeededStep({ notify, form, door, begun, onDoor, onNext }: NeededStepProps) {
  const closes = notify.closes_at === null ? null : parseWire(notify.closes_at)
  const { participant, supporter } = notify.doors
  return (
    <>
      {notify.text && <p>{notify.text}</p>}
      {closes && (
        <p>
          Регистрация открыта до <Moments text={showMoscowTime(closes)} />.
        </p>
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
      {door === 'participant' && form.criteria.length > 0 && (
        <section>
          <Heading level={2} size={4}>
            Кого мы ждём
          </Heading>
          <Criteria of={form.criteria} />
        </section>
      )}
      {door === 'participant' ? (
        form.needed.length > 0 && (
          <section>
            <Heading level={2} size={4}>
              Что понадобится
            </Heading>
            <ul className={styles.needed}>
              {form.needed.map((thing) => (
                <li key={thing}>{thing}</li>
              ))}
            </ul>
          </section>
        )
      ) : (
        <p>Понадобятся только телефон и почта: на них придут коды. Анкеты и этапов для сторонников нет.</p>
      )}
      <Button wide onClick={onNext}>
        {begun ? 'Продолжить регистрацию' : 'Начать регистрацию'}
      </Button>
    </>
  )
}
