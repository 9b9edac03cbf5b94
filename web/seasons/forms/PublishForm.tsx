import { useState } from 'react'
import { quoted } from '#shared/platform/text/quoted.ts'
import { counted } from '#shared/platform/time/plural.ts'
import { Confirm } from '#web/platform/ui/Confirm.tsx'
import { FailureNotice } from '#web/platform/ui/FailureNotice.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import { RadioGroup } from '#web/platform/ui/RadioGroup.tsx'
import styles from './FormBuilder.module.css'
import type { EditedForm } from './queries.ts'

interface PublishFormProps {
  edited: EditedForm
  failure: unknown
  /** Returns whether it was done. */
  onPublish: (answers: 'keep' | 'reopen') => Promise<boolean>
  onDone: () => void
  onClose: () => void
}

/** The answers that the new version hides or breaks, and the choice what happens to them. */
export function PublishForm({ edited, failure, onPublish, onDone, onClose }: PublishFormProps) {
  const [answers, setAnswers] = useState<'keep' | 'reopen'>('keep')
  const { hurt, changes, may_reopen: mayReopen } = edited
  const broken = changes.filter(({ hurts }) => hurts !== null)
  const drafts = counted(hurt.drafts, 'черновик', 'черновика', 'черновиков')
  const handedIn = counted(hurt.handed_in, 'сданная', 'сданные', 'сданных')
  return (
    <Confirm
      title="Правка касается ответов"
      act="Опубликовать"
      size="m"
      send={() => onPublish(answers)}
      onDone={onDone}
      onClose={onClose}
    >
      <Notice tone="warning" title={`${drafts}, ${handedIn}`}>
        <p>Столько анкет правка скроет или сломает:</p>
        <ul className={styles.list}>
          {broken.map(({ field, label, words }) => (
            <li key={`${field} ${label} ${words}`}>
              {quoted(label)}: {words}
            </li>
          ))}
        </ul>
      </Notice>
      {edited.reopens ? (
        <>
          <p className={styles.quiet}>
            Черновики останутся: автор увидит, что изменилось, и поправит ответы до сдачи. Ответ на убранный или скрытый
            вопрос при сдаче не войдёт.
          </p>
          <RadioGroup
            label="Что с анкетами, которые уже сданы"
            name="form-answers"
            look="rows"
            value={answers}
            onChange={(value) => setAnswers(value === 'reopen' ? 'reopen' : 'keep')}
            options={[
              { value: 'keep', label: 'Оставить как есть', hint: 'Они читаются по той редакции, по которой сданы.' },
              {
                value: 'reopen',
                label: 'Попросить сдать заново',
                hint: mayReopen
                  ? 'Этап снова откроется всем, кто его сдал, и принятые решения перестанут действовать. Сдавшие получат уведомление, их ответы останутся на месте.'
                  : 'Этап уже закрыт. Сначала продлите его.',
                disabled: !mayReopen || hurt.handed_in === 0,
              },
            ]}
          />
        </>
      ) : (
        <p className={styles.quiet}>Поданное останется как есть: его читают по той редакции, по которой оно подано.</p>
      )}
      <FailureNotice error={failure} />
    </Confirm>
  )
}
