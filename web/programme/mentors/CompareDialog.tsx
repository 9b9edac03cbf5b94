import { placesInWords } from '#shared/programme/mentors/mentorship-words.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Dialog } from '#web/platform/ui/Dialog.tsx'
import { ScrollBox } from '#web/platform/ui/ScrollBox.tsx'
import { words } from '#web/platform/ui/words.ts'
import styles from './Mentors.module.css'
import type { Mentor } from './queries.ts'
import { shownDays } from './shown-days.ts'

const rows: [string, (mentor: Mentor) => string][] = [
  ['Должность', ({ position }) => position],
  ['Сфера', ({ field }) => field],
  ['Регион', ({ region }) => region],
  ['Темы', ({ topics }) => topics.join(', ')],
  ['Места', ({ left }) => placesInWords(left)],
  ['Не на месте', ({ absences }) => absences.map(shownDays).join('; ')],
  ['О себе', ({ comment }) => comment],
]

/** Mentors side by side. */
export function CompareDialog({ mentors, onClose }: { mentors: readonly Mentor[]; onClose: () => void }) {
  return (
    <Dialog
      title="Сравнение наставников"
      isOpen
      size="l"
      onClose={onClose}
      actions={
        <Button kind="secondary" onClick={onClose}>
          {words.close}
        </Button>
      }
    >
      <ScrollBox label="Наставники рядом" className={styles.compare}>
        <table>
          <thead>
            <tr>
              <td />
              {mentors.map(({ id, fio }) => (
                <th key={id} scope="col">
                  <bdi>{fio}</bdi>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(([title, said]) => (
              <tr key={title}>
                <th scope="row">{title}</th>
                {mentors.map((mentor) => (
                  <td key={mentor.id}>{said(mentor) || 'Не указано'}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
    </Dialog>
  )
}
