import { parseWire, showMoscowTime } from '#shared/platform/time/moscow.ts'
import { Criteria } from '#web/accounts/registration/Criteria.tsx'
import { Button } from '#web/platform/ui/Button.tsx'
import { Card } from '#web/platform/ui/Card.tsx'
import { Heading } from '#web/platform/ui/Heading.tsx'
import { Moments } from '#web/platform/ui/Moments.tsx'
import { RadioGroup } from '#web/platform/ui/RadioGroup.tsx'
import type { Door, RegistrationForm, RegistrationNotice } from './queries.ts'
import styles from './RegistrationScreen.module.css'

interface ApplicationStartProps {
  form: RegistrationForm
  notice: RegistrationNotice
  begun: boolean
  door: Door | null
  onDoor: (door: Door) => void
  onStart: () => void
}

/** What to prepare, so that nobody has to stop and look for a document. */
export function ApplicationStart({ form, notice, begun, door, onDoor, onStart }: ApplicationStartProps) {
  const closes = notice.closes_at === null ? null : parseWire(notice.closes_at)
  const both = notice.doors.participant && notice.doors.supporter
  const supports = (door ?? (notice.doors.participant ? 'participant' : 'supporter')) === 'supporter'
  return (
    <div className={styles.start}>
      {notice.text && <p className={styles.words}>{notice.text}</p>}
      {form.criteria.length > 0 && !supports && (
        <Card as="section">
          <Heading level={2} size={3}>
            Кого мы ждём
          </Heading>
          <Criteria of={form.criteria} />
        </Card>
      )}
      {form.needed.length > 0 && !supports && (
        <Card as="section">
          <Heading level={2} size={3}>
            Что понадобится
          </Heading>
          <ul className={styles.needed}>
            {form.needed.map((thing) => (
              <li key={thing}>{thing}</li>
            ))}
          </ul>
        </Card>
      )}
      {both && (
        <RadioGroup
          label="Кем вы участвуете"
          name="door"
          look="cards"
          value={door ?? 'participant'}
          onChange={(chosen) => onDoor(chosen === 'supporter' ? 'supporter' : 'participant')}
          options={[
            { value: 'participant', label: 'Участник', hint: 'Прохожу этапы конкурса' },
            { value: 'supporter', label: 'Сторонник', hint: 'Поддерживаю конкурс и помогаю участникам' },
          ]}
        />
      )}
      <div className={styles.actions}>
        <Button onClick={onStart}>{begun ? 'Продолжить заявку' : 'Заполнить заявку'}</Button>
        {closes && (
          <span>
            Подать можно до <Moments text={showMoscowTime(closes)} />
          </span>
        )}
      </div>
      <p className={styles.quiet}>
        Незаконченная заявка хранится в этом браузере, кроме номеров документов: их нужно будет ввести заново.
      </p>
    </div>
  )
}
