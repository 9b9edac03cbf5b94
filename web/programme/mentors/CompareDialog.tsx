import { placesInWords } from '#shared/programme/mentors/mentorship-words.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { DataTable } from '#web/platform/ui/DataTable.tsx'
import { Dialog } from '#web/platform/ui/Dialog.tsx'
import { words } from '#web/platform/ui/words.ts'
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
      <DataTable
        label="Наставники рядом"
        narrow="scroll"
        rows={rows}
        keyOf={([title]) => title}
        columns={[
          { title: '', value: ([title]) => title },
          ...mentors.map((mentor) => ({
            title: mentor.fio,
            cell: ([, said]: (typeof rows)[number]) => said(mentor) || 'Не указано',
          })),
        ]}
      />
    </Dialog>
  )
}
