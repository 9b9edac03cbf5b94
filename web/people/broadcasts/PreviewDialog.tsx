import { parseWire, showDateTime } from '#shared/platform/time/moscow.ts'
import { counted } from '#shared/platform/time/plural.ts'
import { Confirm } from '#web/platform/ui/Confirm.tsx'
import { Moments } from '#web/platform/ui/Moments.tsx'
import lists from '#web/platform/ui/WrittenLists.module.css'
import styles from './Broadcasts.module.css'
import { type Preview, useSend, type Written } from './queries.ts'

interface PreviewDialogProps {
  competition: string
  preview: Preview
  written: Written
  onClose: () => void
  onSent: () => void
}

/** How many people get a message and how the first of them read it, before it goes out. */
export function PreviewDialog({ competition, preview, written, onClose, onSent }: PreviewDialogProps) {
  const act = useSend(competition)
  const { people, letters, silent, samples } = preview
  const when = written.starts_at === '' ? null : parseWire(written.starts_at)
  return (
    <Confirm
      title="Проверьте сообщение"
      act={when ? 'Запланировать' : 'Отправить'}
      size="m"
      shut={people === 0}
      send={() => act.mutateAsync(written)}
      onDone={onSent}
      onClose={onClose}
    >
      <p>
        {people === 0
          ? 'Отбору никто не соответствует: писать некому.'
          : `Получит ${counted(people, 'человек', 'человека', 'человек')}${written.by_letter ? `, письмом — ${letters}` : ''}.`}
        {silent > 0 && ` От таких сообщений на портале отказались: ${silent}.`}
        {when && <Moments text={` Отправим ${showDateTime(when)}.`} />}
      </p>
      <ul className={styles.samples}>
        {samples.map(({ test_id, name, text }) => (
          <li key={test_id}>
            <p className={lists.quiet}>
              Так прочитает <bdi>{name}</bdi>
            </p>
            <strong>{written.title}</strong>
            <p className={styles.text}>{text}</p>
          </li>
        ))}
      </ul>
    </Confirm>
  )
}
