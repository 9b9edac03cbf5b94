import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { maxText, maxTitle } from '#shared/people/broadcasts/limits.ts'
import { namePlace } from '#shared/people/broadcasts/personal-text.ts'
import { AudienceFields } from '#web/people/participants/AudienceFields.tsx'
import { useGivenAudience } from '#web/people/participants/use-given-audience.ts'
import { showBanner } from '#web/platform/messages/banner.ts'
import { failureText } from '#web/platform/messages/failure-text.ts'
import { showSent } from '#web/platform/messages/mail-waits.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Checkbox } from '#web/platform/ui/Checkbox.tsx'
import { DateTimeField } from '#web/platform/ui/DateTimeField.tsx'
import { Panel } from '#web/platform/ui/Panel.tsx'
import { TextArea } from '#web/platform/ui/TextArea.tsx'
import { TextField } from '#web/platform/ui/TextField.tsx'
import lists from '#web/platform/ui/WrittenLists.module.css'
import styles from './Broadcasts.module.css'
import { PreviewDialog } from './PreviewDialog.tsx'
import { type Broadcasts, previewOf, testOn } from './queries.ts'

/** Writes a message. Before it is sent, the organiser sees how many get it and how they read it. */
export function BroadcastForm({ competition, choices }: { competition: string; choices: Broadcasts['choices'] }) {
  const { asked, audience, onAsk } = useGivenAudience()
  const [title, setTitle] = useState('')
  const [text, setText] = useState('')
  const [byLetter, setByLetter] = useState(true)
  const [later, setLater] = useState(false)
  const [startsAt, setStartsAt] = useState('')
  const [tried, setTried] = useState(false)
  const message = { title: title.trim(), text: text.trim() }
  const preview = useMutation({ mutationFn: () => previewOf(competition, { ...message, ...audience }) })
  const test = useMutation({
    mutationFn: () => testOn(competition, { ...message, by_letter: byLetter }),
    onSuccess: () =>
      byLetter ? showSent('Сообщение отправлено вам') : showBanner('Сообщение отправлено вам', 'success'),
    onError: (error) => showBanner(failureText(error)),
  })
  const faults = {
    title: message.title === '' ? 'Напишите тему' : title.length > maxTitle ? 'Тема слишком длинная' : null,
    text: message.text === '' ? 'Напишите текст' : text.length > maxText ? 'Текст слишком длинный' : null,
    startsAt: later && startsAt === '' ? 'Назначьте день и время' : null,
  }
  /** Goes to the first fault, if there is one. */
  const sound = () => {
    setTried(true)
    const first = faults.title ? 'title' : faults.text ? 'text' : faults.startsAt ? 'starts_at' : null
    if (first) document.getElementById(`field-${first}`)?.focus()
    return first === null
  }
  const clear = () => {
    setTitle('')
    setText('')
    setTried(false)
    preview.reset()
  }
  return (
    <Panel title="Новое сообщение">
      <form
        className={lists.fields}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!preview.isPending && sound())
            preview.mutate(undefined, { onError: (error) => showBanner(failureText(error)) })
        }}
      >
        <AudienceFields label="Кому" asked={asked} choices={choices} onAsk={onAsk} />
        <TextField
          name="title"
          label="Тема"
          maxLength={maxTitle}
          error={tried ? faults.title : null}
          value={title}
          onChange={setTitle}
        />
        <TextArea
          name="text"
          label="Текст"
          hint={`Вместо ${namePlace} будет имя того, кто читает`}
          rows={6}
          limit={maxText}
          error={tried ? faults.text : null}
          value={text}
          onChange={setText}
        />
        <Checkbox name="by_letter" setting label="Отправить и письмом" value={byLetter} onChange={setByLetter} />
        <Checkbox name="later" setting label="Отправить позже" value={later} onChange={setLater} />
        {later && (
          <DateTimeField
            name="starts_at"
            label="Когда отправить"
            hint="По московскому времени"
            error={tried ? faults.startsAt : null}
            value={startsAt}
            onChange={setStartsAt}
          />
        )}
        <div className={styles.acts}>
          <Button type="submit" pending={preview.isPending}>
            Посмотреть и отправить
          </Button>
          <Button kind="quiet" pending={test.isPending} onClick={() => sound() && test.mutate()}>
            Прислать себе
          </Button>
        </div>
      </form>
      {preview.data && (
        <PreviewDialog
          competition={competition}
          preview={preview.data}
          written={{ ...message, ...audience, by_letter: byLetter, starts_at: later ? startsAt : '' }}
          onClose={() => preview.reset()}
          onSent={clear}
        />
      )}
    </Panel>
  )
}
