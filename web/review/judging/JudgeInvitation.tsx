import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { counted } from '#shared/platform/time/plural.ts'
import { showBanner } from '#web/platform/messages/banner.ts'
import { failureText } from '#web/platform/messages/failure-text.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { MailWaits } from '#web/platform/ui/MailWaits.tsx'
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
    onSuccess: ({ judging }, sent) => {
      show(judging)
      const left = linesLeft(sent)
      // Something else may have been typed meanwhile.
      setText((now) => (now === sent ? left : now))
      if (left === '') return showBanner('Эксперты приглашены', 'success')
      setFault('Почта должна стоять в строке первой: исправьте то, что осталось')
      field.current?.focus()
    },
    onError: (error) => setFault(failureText(error)),
  })
  const invite = () => {
    if (inviting.isPending) return
    if (text.includes('@')) return inviting.mutate(text)
    setFault('Напишите хотя бы одну почту')
    field.current?.focus()
  }
  const { letters = [], unknown_regions: regions = [] } = inviting.data ?? {}
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
      {letters.length > 0 && <MailWaits />}
      {letters.length > 0 && (
        <Notice
          tone="info"
          role="status"
          title={`${counted(letters.length, 'человеку', 'людям', 'людям')} без учётной записи ушло письмо`}
        >
          <p>По ссылке из письма они зададут имя и пароль и сразу попадут к работам. Ссылка действует две недели.</p>
        </Notice>
      )}
      {regions.length > 0 && (
        <Notice tone="warning" role="alert" title={`Таких регионов в справочнике нет: ${regions.join(', ')}`}>
          <p>Эксперты приглашены без региона. Чтобы указать его, позовите их ещё раз с полным названием.</p>
        </Notice>
      )}
      <Button type="submit" kind="secondary" pending={inviting.isPending} pendingText="Приглашаем…">
        Позвать экспертов
      </Button>
    </form>
  )
}
