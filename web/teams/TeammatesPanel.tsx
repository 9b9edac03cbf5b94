import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { parseWire, showDateTime } from '#shared/time/moscow.ts'
import { session } from '#web/platform/api/portal-api.ts'
import { draftKey } from '#web/platform/drafts/draft-mirror.ts'
import { localDraft } from '#web/platform/drafts/local-draft.ts'
import { draftMirror, useDraft } from '#web/platform/drafts/use-draft.ts'
import { failureText } from '#web/platform/messages/failure-text.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { EmptyState } from '#web/platform/ui/EmptyState.tsx'
import { Panel } from '#web/platform/ui/Panel.tsx'
import { Skeleton } from '#web/platform/ui/Skeleton.tsx'
import { type Teammates, teammatesQuery } from './queries.ts'
import { TeammatesForm } from './TeammatesForm.tsx'
import styles from './Teams.module.css'

/** The person's marks of his teammates, or when they can be given. What is not saved stays in this browser. */
export function TeammatesPanel({ competition }: { competition: string }) {
  const { data, error, refetch } = useQuery(teammatesQuery(competition))
  const key = useRef(draftKey(session.claims()?.test_id ?? 0, `${competition}/teammates`)).current
  const server = useRef(localDraft(draftMirror, key)).current
  const draft = useDraft({ key, server, onReplace: () => undefined })
  const opened = draft.opened ?? (draft.error ? {} : null)
  return (
    <Panel title="Оценки участников команды">
      {!data || !opened ? (
        error ? (
          <EmptyState
            kind="failed"
            level={3}
            title="Оценки не загрузились"
            action={<Button onClick={() => refetch()}>Повторить</Button>}
          >
            {failureText(error)}
          </EmptyState>
        ) : (
          <Skeleton lines={3} height="4rem" label="Загружаем оценки…" />
        )
      ) : data.teammates.length === 0 ? (
        <p className={styles.quiet}>Пока вы в команде одни. Оценить можно будет тех, кто к вам присоединится.</p>
      ) : data.may_assess ? (
        <>
          <p className={styles.quiet}>{untilWords(data.closes_at)}Участники команды ваших оценок не увидят.</p>
          <TeammatesForm competition={competition} teammates={data.teammates} draft={draft} opened={opened} />
        </>
      ) : (
        <GivenMarks teammates={data} />
      )}
    </Panel>
  )
}

function GivenMarks({ teammates: { teammates, reason } }: { teammates: Teammates }) {
  const marked = teammates.filter(({ mark }) => mark !== null)
  return (
    <>
      <p className={styles.quiet}>Оценивать сейчас нельзя. {reason}.</p>
      {marked.length > 0 && (
        <ul className={styles.people}>
          {marked.map(({ user_id, first_name, last_name, mark }) => (
            <li key={user_id}>
              {first_name} {last_name}: {mark} из 5
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function untilWords(wire: string | null): string {
  const at = wire === null ? null : parseWire(wire)
  return at ? `Оценить и изменить оценки можно до ${showDateTime(at)} по Москве. ` : ''
}
