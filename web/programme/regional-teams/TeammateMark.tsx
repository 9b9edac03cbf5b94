import { formalName, fullName } from '#shared/platform/names/full-name.ts'
import { Initials } from '#web/platform/ui/Initials.tsx'
import { RadioGroup } from '#web/platform/ui/RadioGroup.tsx'
import { TextArea } from '#web/platform/ui/TextArea.tsx'
import { VisuallyHidden } from '#web/platform/ui/VisuallyHidden.tsx'
import type { Teammates } from './queries.ts'
import styles from './TeammateMark.module.css'

/** What the marks mean. */
const meanings = [
  { value: '1', words: 'мешает команде' },
  { value: '2', words: 'скорее мешает' },
  { value: '3', words: 'делает своё дело' },
  { value: '4', words: 'помогает команде' },
  { value: '5', words: 'очень помогает команде' },
]
const points = meanings.map(({ value, words }) => ({ value, label: `${value} — ${words}` }))

interface TeammateMarkProps {
  person: Teammates['teammates'][number]
  mark: string
  comment: string
  maxComment: number
  faultOf: (name: string) => string | null | undefined
  onChange: (name: string, value: string) => void
}

/** One teammate: five points with the meaning of the chosen one, and words to it. */
export function TeammateMark({ person, mark, comment, maxComment, faultOf, onChange }: TeammateMarkProps) {
  const { user_id: id } = person
  const meaning = meanings.find(({ value }) => value === mark)?.words
  return (
    <li className={styles.teammate}>
      <Initials listedName={formalName(person)} />
      <div className={styles.mark}>
        <RadioGroup
          label={
            <>
              <bdi>{fullName(person)}</bdi>
              <VisuallyHidden> — оценка</VisuallyHidden>
            </>
          }
          name={`mark-${id}`}
          look="points"
          options={points}
          error={faultOf(`mark-${id}`)}
          value={mark}
          onChange={(next) => onChange(`mark-${id}`, next)}
        />
        <p className={styles.meaning}>{meaning ? `${mark} — ${meaning}` : '1 — мешает команде, 5 — очень помогает'}</p>
        {(mark !== '' || comment !== '') && (
          <TextArea
            label={`${fullName(person)} — пояснение`}
            name={`comment-${id}`}
            rows={2}
            required={false}
            limit={maxComment}
            error={faultOf(`comment-${id}`)}
            value={comment}
            onChange={(next) => onChange(`comment-${id}`, next)}
          />
        )}
      </div>
    </li>
  )
}
