import { placesInWords } from '#shared/programme/mentors/mentorship-words.ts'
import styles from './Mentors.module.css'
import type { Mentor } from './queries.ts'
import { shownDays } from './shown-days.ts'

/** What a person weighs before choosing a mentor: words, topics, places, days away, a video. */
export function MentorFacts({ mentor }: { mentor: Mentor }) {
  return (
    <div className={styles.facts}>
      {mentor.comment && <p>{mentor.comment}</p>}
      {mentor.topics.length > 0 && <p>Темы: {mentor.topics.join(', ')}</p>}
      <p>
        <strong>{placesInWords(mentor.left)}</strong>
      </p>
      {mentor.absences.map((absence) => (
        <p key={absence.begins} className={styles.quiet}>
          Не на месте {shownDays(absence)}
        </p>
      ))}
      {mentor.conflict && <p>Связан с вами по работе или родству, поэтому выбрать его нельзя</p>}
      {mentor.video && (
        <p>
          <a href={mentor.video} target="_blank" rel="noreferrer" aria-label={`Видео: ${mentor.fio}`}>
            Видео о себе
          </a>
        </p>
      )}
    </div>
  )
}
