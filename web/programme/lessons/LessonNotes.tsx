import { useQuery } from '@tanstack/react-query'
import { quoted } from '#shared/platform/text/quoted.ts'
import { Moments } from '#web/platform/ui/Moments.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import { QueryStates } from '#web/platform/ui/QueryStates.tsx'
import type { NotesProps } from '#web/stages/kind.ts'
import { momentInWords } from '#web/stages/StagePath/deadline.ts'
import { StatusBadge } from '#web/stages/StatusBadge.tsx'
import notes from './LessonNotes.module.css'
import { LessonPhotoPair } from './LessonPhotoPair.tsx'
import { lessonNotesQuery, type LessonNotes as Notes } from './queries.ts'

const answers = { confirmed: 'подтвердил', declined: 'говорит, что не ведёт этот урок' }

/** What the portal has noticed about a lesson, for its checker. It decides nothing by itself. */
export default function LessonNotes({ workId }: NotesProps) {
  const query = useQuery(lessonNotesQuery(workId))
  return (
    <QueryStates
      of={[query]}
      loading="Смотрим, что заметил портал…"
      failed="Пометки не загрузились"
      lines={2}
      level={3}
    >
      {(found) => (
        <div className={notes.notes}>
          {found.same.length > 0 && <SameLesson same={found.same} />}
          {found.photos.length > 0 && (
            <Notice tone="warning" title="Фотографии похожи на другие">
              <p>Сравните снимки: портал мог ошибиться.</p>
              <ul className={notes.pairs}>
                {found.photos.map((pair) => (
                  <LessonPhotoPair key={`${pair.file_id} ${pair.other_id}`} workId={workId} pair={pair} />
                ))}
              </ul>
            </Notice>
          )}
          <Facts found={found} />
        </div>
      )}
    </QueryStates>
  )
}

function SameLesson({ same }: { same: Notes['same'] }) {
  return (
    <Notice tone="warning" title="Та же школа и тот же день у другого участника">
      <p>Они не подтвердили, что ведут урок вместе.</p>
      <ul>
        {same.map(({ test_id, name, school, topic, starts_at }) => (
          <li key={test_id}>
            <bdi>{name}</bdi>, номер {test_id}: {quoted(topic)}, {school}, <Moments text={momentInWords(starts_at)} />
          </li>
        ))}
      </ul>
    </Notice>
  )
}

function Facts({ found: { lesson, authors, cancellations } }: { found: Notes }) {
  if (!lesson) return null
  return (
    <ul className={notes.facts}>
      <li>
        По плану: {lesson.school}, {lesson.address}, <Moments text={momentInWords(lesson.starts_at)} />
      </li>
      {authors.map(({ test_id, name, answer }) => (
        <li key={test_id}>
          Соавтор: {name ?? `номер ${test_id}`}{' '}
          <StatusBadge look={answer === 'confirmed' ? 'done' : answer ? 'trouble' : 'neutral'}>
            {answer ? answers[answer] : 'не ответил'}
          </StatusBadge>
        </li>
      ))}
      {cancellations.map(({ asked_at, reason, closes_at }) => (
        <li key={asked_at}>
          Школа отменяла урок <Moments text={momentInWords(asked_at)} />: {reason}
          {closes_at && <Moments text={`. Срок продлён до ${momentInWords(closes_at)}`} />}
        </li>
      ))}
    </ul>
  )
}
