import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import { useRef } from 'react'
import type { FileAnswer } from '#shared/forms/fields/field.ts'
import { mentorReasons } from '#shared/programme/mentors/selection.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Card } from '#web/platform/ui/Card.tsx'
import { Checkbox } from '#web/platform/ui/Checkbox.tsx'
import { Heading } from '#web/platform/ui/Heading.tsx'
import { TextArea } from '#web/platform/ui/TextArea.tsx'
import { MentorFile } from './MentorFile.tsx'
import styles from './Mentors.module.css'
import { PersonHead } from './PersonHead.tsx'
import type { Chosen } from './queries.ts'

const reasons = Object.entries(mentorReasons).map(([number, words]) => ({ number: Number(number), words }))

/** The chosen mentors in the person's order, each with reasons and a message. */
export function ChosenMentors({ chosen, onChange }: { chosen: readonly Chosen[]; onChange: (next: Chosen[]) => void }) {
  const title = useRef<HTMLHeadingElement>(null)
  const put = (place: number, more: Partial<Chosen>) =>
    onChange(chosen.map((each, at) => (at === place ? { ...each, ...more } : each)))

  /** An upload may end long after it began, so the file goes to the choice as it is then. */
  const latest = useRef({ chosen, onChange })
  latest.current = { chosen, onChange }
  const attach = (mentorId: number, file: FileAnswer | null) =>
    latest.current.onChange(
      latest.current.chosen.map((each) => (each.mentor.id === mentorId ? { ...each, file } : each)),
    )

  function move(place: number, by: 1 | -1): void {
    const next = [...chosen]
    const [moved] = next.splice(place, 1)
    if (!moved) return
    next.splice(place + by, 0, moved)
    onChange(next)
    // The row moves, and the focus must move with it.
    const last = place + by === (by === 1 ? chosen.length - 1 : 0)
    const button = `mentor-${moved.mentor.id}-${(by === 1) === last ? 'up' : 'down'}`
    requestAnimationFrame(() => document.getElementById(button)?.focus())
  }

  function remove(place: number): void {
    onChange(chosen.filter((_each, at) => at !== place))
    title.current?.focus()
  }

  return (
    <section className={styles.section}>
      <Heading level={2} ref={title} tabIndex={-1} className={styles.title ?? ''}>
        Ваш выбор
      </Heading>
      {chosen.length === 0 && <p className={styles.quiet}>Пока никого. Посмотрите список ниже.</p>}
      <ol className={styles.chosen}>
        {chosen.map(({ mentor, reasons: why, comment, file }, place) => (
          <Card as="li" key={mentor.id} className={styles.card ?? ''}>
            <PersonHead fio={mentor.fio} avatar={mentor.avatar ?? null} place={place + 1} quiet={mentor.position}>
              <div className={styles.order}>
                <Button
                  id={`mentor-${mentor.id}-up`}
                  kind="quiet"
                  size="s"
                  disabled={place === 0}
                  aria-label={`Поставить выше: ${mentor.fio}`}
                  icon={<ArrowUp aria-hidden="true" />}
                  onClick={() => move(place, -1)}
                />
                <Button
                  id={`mentor-${mentor.id}-down`}
                  kind="quiet"
                  size="s"
                  disabled={place === chosen.length - 1}
                  aria-label={`Поставить ниже: ${mentor.fio}`}
                  icon={<ArrowDown aria-hidden="true" />}
                  onClick={() => move(place, 1)}
                />
                <Button kind="secondary" size="s" aria-label={`Убрать: ${mentor.fio}`} onClick={() => remove(place)}>
                  Убрать
                </Button>
              </div>
            </PersonHead>
            <fieldset className={styles.reasons}>
              <legend>Почему вы выбираете этого наставника</legend>
              {reasons.map(({ number, words }) => (
                <Checkbox
                  key={number}
                  setting
                  label={words}
                  name={`reason-${mentor.id}-${number}`}
                  value={why.includes(number)}
                  onChange={(on) =>
                    put(place, { reasons: on ? [...why, number].sort() : why.filter((each) => each !== number) })
                  }
                />
              ))}
            </fieldset>
            <TextArea
              label="Что сказать наставнику"
              name={`comment-${mentor.id}`}
              required={false}
              rows={2}
              limit={2000}
              value={comment}
              onChange={(next) => put(place, { comment: next })}
            />
            <MentorFile mentorId={mentor.id} file={file ?? null} onChange={(next) => attach(mentor.id, next)} />
          </Card>
        ))}
      </ol>
    </section>
  )
}
