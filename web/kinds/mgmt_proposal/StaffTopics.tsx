import { useState } from 'react'
import { Button } from '#web/platform/ui/Button.tsx'
import { Checkbox } from '#web/platform/ui/Checkbox.tsx'
import { Confirm } from '#web/platform/ui/Confirm.tsx'
import { Facts } from '#web/platform/ui/Facts.tsx'
import type { StagePanelProps } from '#web/stages/kind.ts'
import styles from './MgmtProposalPanel.module.css'
import { type Proposals, type Staff, useStaffTopics } from './panel-queries.ts'

interface StaffTopicsProps {
  place: StagePanelProps
  staff: readonly Staff[]
  topics: Proposals['topics']
}

const duties = { check: 'проверяет', judge: 'оценивает' }

/** Which topics the checkers and judges of a stage read. People without a topic read all of them. */
export function StaffTopics({ place, staff, topics }: StaffTopicsProps) {
  const [edited, setEdited] = useState<Staff | null>(null)
  if (staff.length === 0)
    return <p className={styles.quiet}>Сначала назначьте проверяющих и экспертов этапа на этой странице</p>
  const titleOf = (code: string) => topics.find((topic) => topic.code === code)?.title ?? code
  return (
    <>
      <ul className={styles.people}>
        {staff.map((person) => (
          <li key={`${person.duty} ${person.test_id}`} className={styles.person}>
            <span>
              <strong>
                <bdi>{person.name}</bdi>
              </strong>
              <span className={styles.quiet}>
                <Facts
                  of={[
                    duties[person.duty],
                    person.topics === null ? 'все темы' : person.topics.map(titleOf).join(', '),
                  ]}
                />
              </span>
            </span>
            <Button
              kind="quiet"
              size="s"
              aria-label={`Изменить темы: ${person.name}, ${duties[person.duty]}`}
              onClick={() => setEdited(person)}
            >
              Темы
            </Button>
          </li>
        ))}
      </ul>
      {edited && <TopicsDialog place={place} person={edited} topics={topics} onClose={() => setEdited(null)} />}
    </>
  )
}

interface TopicsDialogProps {
  place: StagePanelProps
  person: Staff
  topics: Proposals['topics']
  onClose: () => void
}

function TopicsDialog({ place, person, topics, onClose }: TopicsDialogProps) {
  const saving = useStaffTopics(place)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(person.topics))
  const choose = (code: string, add: boolean) =>
    setChosen((before) => {
      const after = new Set(before)
      add ? after.add(code) : after.delete(code)
      return after
    })
  const save = () => {
    const known = topics.map(({ code }) => code).filter((code) => chosen.has(code))
    return saving.mutateAsync({ ...person, topics: known.length === 0 ? null : known })
  }
  return (
    <Confirm title={`Темы: ${person.name}`} act="Сохранить" size="m" send={save} onClose={onClose}>
      <p>Без отметок — все темы.</p>
      {topics.map(({ code, title }) => (
        <Checkbox
          key={code}
          name={`topic-${code}`}
          setting
          label={title}
          value={chosen.has(code)}
          onChange={(add) => choose(code, add)}
        />
      ))}
    </Confirm>
  )
}
