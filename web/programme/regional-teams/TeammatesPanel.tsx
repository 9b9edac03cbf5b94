import { useQuery } from '@tanstack/react-query'
import { parseWire, showMoscowTime } from '#shared/platform/time/moscow.ts'
import { useLocalDraft } from '#web/forms/drafts/use-local-draft.ts'
import { Moments } from '#web/platform/ui/Moments.tsx'
import { Panel } from '#web/platform/ui/Panel.tsx'
import { QueryStates } from '#web/platform/ui/QueryStates.tsx'
import { PersonLine } from './PersonLine.tsx'
import { type Teammates, teammatesQuery } from './queries.ts'
import { TeammatesForm } from './TeammatesForm.tsx'
import styles from './Teams.module.css'

/** The person's marks of the teammates, or when they can be given. What is not saved stays in this browser. */
export function TeammatesPanel({ competition }: { competition: string }) {
  const teammates = useQuery(teammatesQuery(competition))
  const draft = useLocalDraft(`${competition}/teammates`)
  const opened = { data: draft.opened, error: null, refetch: draft.openAgain }
  return (
    <Panel title="Оценки участников команды">
      <QueryStates
        of={[teammates, opened]}
        loading="Загружаем оценки…"
        failed="Оценки не загрузились"
        lines={3}
        height="4rem"
        level={3}
      >
        {(data, typed) =>
          data.teammates.length === 0 ? (
            <p className={styles.quiet}>Пока вы в команде одни. Оценить можно будет тех, кто к вам присоединится.</p>
          ) : data.may_assess ? (
            <div className={styles.form}>
              <p className={styles.quiet}>
                <Moments text={untilWords(data.closes_at)} />
                Участники команды ваших оценок не увидят. Можно оценить не всех.
              </p>
              <TeammatesForm competition={competition} teammates={data.teammates} draft={draft} opened={typed} />
            </div>
          ) : (
            <GivenMarks teammates={data} />
          )
        }
      </QueryStates>
    </Panel>
  )
}

function GivenMarks({ teammates: { teammates, reason } }: { teammates: Teammates }) {
  const marked = teammates.filter(({ mark }) => mark !== null)
  return (
    <div className={styles.form}>
      <p className={styles.quiet}>Оценивать сейчас нельзя. {reason}.</p>
      {marked.length > 0 && (
        <ul className={styles.people}>
          {marked.map((person) => (
            <PersonLine key={person.user_id} person={person} role={`${person.mark} из 5`}>
              {person.comment}
            </PersonLine>
          ))}
        </ul>
      )}
    </div>
  )
}

function untilWords(wire: string | null): string {
  const at = wire === null ? null : parseWire(wire)
  return at ? `Оценить и изменить оценки можно до ${showMoscowTime(at)}. ` : ''
}
