import { useState } from 'react'
import { maxInfoblockText, maxInfoblockTitle, maxReason } from '#shared/seasons/competitions/limits.ts'
import { api } from '#web/platform/api/portal-api.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Dialog } from '#web/platform/ui/Dialog.tsx'
import { FailureNotice } from '#web/platform/ui/FailureNotice.tsx'
import { TextArea } from '#web/platform/ui/TextArea.tsx'
import { TextField } from '#web/platform/ui/TextField.tsx'
import styles from './Participants.module.css'
import { useParticipantAct } from './queries.ts'

interface DisqualifyDialogProps {
  whose: { competition: string; testId: number }
  name: string
  onClose: () => void
}

/** Asks for the text that a disqualified participant will read, and for the reason that only organisers see. */
export function DisqualifyDialog({ whose, name, onClose }: DisqualifyDialogProps) {
  const [title, setTitle] = useState('Вы отстранены от участия в конкурсе')
  const [text, setText] = useState('')
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)
  const act = useParticipantAct(
    whose,
    (params, body: { title: string; text: string; reason: string }) =>
      api('POST /admin/competitions/:competition/participants/:test_id/disqualification', { params, body }),
    'Участник отстранён, ему отправлено уведомление',
  )
  const missing = (value: string, words: string) => (value.trim() === '' ? words : null)
  const faults = {
    title: missing(title, 'Напишите заголовок'),
    text: missing(text, 'Напишите, что прочитает участник'),
  }
  const shut = () => {
    setTried(true)
    const [fault] = (['title', 'text'] as const).filter((field) => faults[field])
    if (fault) return document.getElementById(`field-shut-${fault}`)?.focus()
    act.mutate({ title: title.trim(), text: text.trim(), reason: reason.trim() }, { onSuccess: onClose })
  }
  return (
    <Dialog title="Отстранить от конкурса" isOpen onClose={onClose}>
      <form
        className={styles.fields}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!act.isPending) shut()
        }}
      >
        <p>
          <bdi>{name}</bdi> больше не сможет открыть этапы. Сданное сохранится. Вернуть в конкурс можно на этой же
          странице.
        </p>
        <TextField
          name="shut-title"
          label="Заголовок для участника"
          maxLength={maxInfoblockTitle}
          error={tried ? faults.title : null}
          value={title}
          onChange={setTitle}
        />
        <TextArea
          name="shut-text"
          label="Текст для участника"
          hint="Что произошло и куда обратиться, если это ошибка"
          rows={4}
          limit={maxInfoblockText}
          error={tried ? faults.text : null}
          value={text}
          onChange={setText}
        />
        <TextArea
          name="shut-reason"
          label="Причина для организаторов"
          hint="Останется в истории участника"
          required={false}
          rows={2}
          limit={maxReason}
          value={reason}
          onChange={setReason}
        />
        <FailureNotice error={act.error} />
        <Button type="submit" pending={act.isPending}>
          Отстранить
        </Button>
      </form>
    </Dialog>
  )
}
