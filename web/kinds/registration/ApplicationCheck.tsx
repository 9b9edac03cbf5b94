import type { ReadableLine } from '#shared/forms/fields/answer.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Heading } from '#web/platform/ui/Heading.tsx'
import { AnswerInWords } from '#web/stages/AnswerInWords.tsx'
import type { ApplicationExtras } from './application-draft.ts'
import type { RegistrationForm } from './queries.ts'
import styles from './RegistrationScreen.module.css'

interface ApplicationCheckProps {
  form: RegistrationForm
  extras: ApplicationExtras
  lines: readonly ReadableLine[]
  sending: boolean
  onEdit: () => void
  onSend: () => void
}

/** Shows the whole application before it is sent. */
export function ApplicationCheck({ form, extras, lines, sending, onEdit, onSend }: ApplicationCheckProps) {
  const track = form.tracks.find(({ code }) => code === extras.track)?.title
  const given = form.documents.filter(({ code }) => extras.consents[code] !== undefined)
  const section = 'Участие'
  const own: ReadableLine[] = [
    ...(track ? [{ section, label: 'Трек', value: track }] : []),
    ...(extras.promocode.trim() ? [{ section, label: 'Промокод', value: extras.promocode.trim() }] : []),
    ...(given.length > 0 ? [{ section, label: 'Согласия', value: given.map(({ title }) => title).join('\n') }] : []),
  ]
  return (
    <section className={styles.group}>
      <Heading level={2}>Проверьте заявку</Heading>
      <AnswerInWords lines={[...lines, ...own]} />
      <div className={styles.actions}>
        <Button pending={sending} pendingText="Подаём заявку…" onClick={onSend}>
          Подать заявку
        </Button>
        <Button kind="secondary" disabled={sending} onClick={onEdit}>
          Изменить ответы
        </Button>
      </div>
    </section>
  )
}
