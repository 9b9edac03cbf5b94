import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { textOf } from '#shared/forms/fields/field.ts'
import { maxReason } from '#shared/programme/lessons/limits.ts'
import { formOf } from '#web/forms/fields/dialog-form.ts'
import { FormDialog } from '#web/forms/fields/FormDialog.tsx'
import { Button } from '#web/platform/ui/Button.tsx'
import { Facts } from '#web/platform/ui/Facts.tsx'
import { Moments } from '#web/platform/ui/Moments.tsx'
import { Panel } from '#web/platform/ui/Panel.tsx'
import { momentInWords } from '#web/stages/StagePath/deadline.ts'
import styles from './Lesson.module.css'
import { type Cancellation, cancellationsQuery, useAnswerCancellation } from './queries.ts'

/** Lessons that a school has cancelled and that need an answer, of all competitions or of one; nothing without any. */
export function Cancellations({ competition }: { competition?: string }) {
  const { data } = useQuery(cancellationsQuery)
  const [answered, setAnswered] = useState<Cancellation | null>(null)
  const open = (data?.cancellations ?? []).filter(
    ({ competition_code }) => competition === undefined || competition_code === competition,
  )
  if (open.length === 0) return null
  return (
    <Panel title="Школа отменила урок">
      <ul className={styles.list}>
        {open.map((each) => (
          <li key={each.cancellation_id}>
            <p>
              <strong>
                <bdi>{each.author.name}</bdi>
              </strong>
              , номер {each.author.test_id}
              {each.region && `, ${each.region}`}
            </p>
            <p className={styles.quiet}>
              <Facts
                of={[each.competition_title, each.stage_title, `${each.school}, ${momentInWords(each.starts_at)}`]}
              />
            </p>
            <p>«{each.reason}»</p>
            <div className={styles.row}>
              <Button size="s" kind="secondary" onClick={() => setAnswered(each)}>
                Ответить
              </Button>
            </div>
          </li>
        ))}
      </ul>
      {answered && <AnswerDialog of={answered} onClose={() => setAnswered(null)} />}
    </Panel>
  )
}

const form = (until: string | null) =>
  formOf(
    {
      name: 'confirmed',
      label: 'Отмену подтверждаете?',
      view: 'radio',
      options: [
        { id: 'yes', value: 'Подтвердить и продлить срок' },
        { id: 'no', value: 'Не подтвердить' },
      ],
      validation_rules: { required: true },
    },
    {
      name: 'closes_at',
      label: 'Новый срок для этого участника',
      ...(until && { hint: `Срок этапа для всех: ${momentInWords(until)}. Время московское` }),
      view: 'datetime',
      validation_rules: { required: true },
      visible_when: { field: 'confirmed', equals: 'yes' },
    },
    {
      name: 'answer',
      label: 'Что написать участнику',
      hint: 'Если не подтверждаете, объясните почему',
      view: 'textarea',
      validation_rules: { max_length: maxReason },
    },
  )

function AnswerDialog({ of, onClose }: { of: Cancellation; onClose: () => void }) {
  const sending = useAnswerCancellation()
  return (
    <FormDialog
      title={of.author.name}
      act="Ответить"
      form={form(of.ends_at)}
      answer={{ confirmed: 'yes', closes_at: of.offered }}
      send={({ confirmed, closes_at, answer }) =>
        sending.mutateAsync({
          id: of.cancellation_id,
          confirmed: confirmed === 'yes',
          answer: textOf(answer),
          ...(confirmed === 'yes' && { closes_at: textOf(closes_at) }),
        })
      }
      onClose={onClose}
    >
      <p>
        {of.school}, <Moments text={momentInWords(of.starts_at)} />: «{of.reason}»
      </p>
    </FormDialog>
  )
}
