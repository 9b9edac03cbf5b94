import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { showBanner } from '#web/platform/messages/banner.ts'
import { failureText } from '#web/platform/messages/failure-text.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import { TextArea } from '#web/platform/ui/TextArea.tsx'
import type { StagePanelProps } from '#web/stages/kind.ts'
import styles from './JudgingPanel.module.css'
import { linesLeft } from './lines-left.ts'
import { inviteJudges, useShowJudging } from './panel-queries.ts'

/** Invites judges by pasted lines. What cannot be used stays in the field, and is named. */
export function JudgeInvitation({ place }: { place: StagePanelProps }) {
  const show = useShowJudging(place)
  const field = useRef<HTMLTextAreaElement>(null)
  const [text, setText] = useState('')
  const [fault, setFault] = useState<string | null>(null)
  const inviting = useMutation({
    mutationFn: (sent: string) => inviteJudges(place, sent),
    onSuccess: ({ judging, unknown }, sent) => {
      show(judging)
      const left = linesLeft(sent, unknown)
      // Something else may have been typed meanwhile.
      setText((now) => (now === sent ? left : now))
      if (left.split('\n').some((line) => line !== '' && !line.includes('@')))
        setFault('Есть строка без почты: исправьте её')
      if (left === '') showBanner('Эксперты приглашены', 'success')
      else field.current?.focus()
    },
    onError: (error) => setFault(failureText(error)),
  })
  const invite = () => {
    if (inviting.isPending) return
    if (text.includes('@')) return inviting.mutate(text)
    setFault('Напишите хотя бы одну почту')
    field.current?.focus()
  }
  const unknown = inviting.data?.unknown ?? []
  return (
    <form
      className={styles.fields}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        invite()
      }}
    >
      <TextArea
        ref={field}
        name="judge-emails"
        label="Кого позвать"
        hint="По человеку на строке: «почта; регион; место работы». Регион и место работы нужны, чтобы не поручать работы земляков и коллег, их можно не писать"
        rows={3}
        error={fault}
        value={text}
        onChange={(value) => {
          setFault(null)
          setText(value)
        }}
      />
      {unknown.length > 0 && (
        <Notice
          tone="warning"
          role="alert"
          title={unknown.length === 1 ? 'Учётной записи с этим адресом нет' : 'Учётных записей с этими адресами нет'}
        >
          <ul className={styles.names}>
            {unknown.map((email) => (
              <li key={email}>{email}</li>
            ))}
          </ul>
          <p>
            {unknown.length === 1 ? 'Адрес остался' : 'Адреса остались'} в поле. Пусть человек зарегистрируется и
            подтвердит почту, после этого позовите его снова.
          </p>
        </Notice>
      )}
      <Button type="submit" kind="secondary" pending={inviting.isPending} pendingText="Приглашаем…">
        Позвать экспертов
      </Button>
    </form>
  )
}
