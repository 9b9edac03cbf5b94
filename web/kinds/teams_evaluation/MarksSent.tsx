import { useMutation, useQueryClient } from '@tanstack/react-query'
import { outOf } from '#shared/platform/text/unbroken.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Card } from '#web/platform/ui/Card.tsx'
import { Disclosure } from '#web/platform/ui/Disclosure.tsx'
import { FailureNotice } from '#web/platform/ui/FailureNotice.tsx'
import { Heading } from '#web/platform/ui/Heading.tsx'
import { ProgressBar } from '#web/platform/ui/ProgressBar.tsx'
import { renewStage } from '#web/stages/use-hand-in.ts'
import { type TeamMarksPage, takeBack } from './queries.ts'
import styles from './TeamsEvaluation.module.css'
import type { EvaluationSettings } from './TeamsEvaluationScreen.tsx'

interface MarksSentProps {
  stageId: number
  page: TeamMarksPage
  settings: EvaluationSettings
}

/** After the hand-in: how far the team is, what the person has given, and the way back to it. */
export function MarksSent({ stageId, page, settings }: MarksSentProps) {
  const queries = useQueryClient()
  const { team, teammates, behaviours, final, counted } = page
  const going = useMutation({
    mutationFn: () => takeBack(stageId),
    onSettled: () => renewStage(queries, stageId),
  })
  return (
    <Card as="section" className={styles.sent} aria-labelledby="marks-sent">
      <Heading level={2} size={3} id="marks-sent">
        Ваши оценки сданы
      </Heading>
      {team && !counted && (
        <ProgressBar
          label="Команду оценили"
          value={team.done}
          max={team.members}
          text={outOf(team.done, team.members)}
        />
      )}
      {!counted && (
        <p>
          {team && team.done < team.members
            ? 'Отчёт о вас появится здесь, когда оценят остальные и организаторы подведут итоги.'
            : 'Оценили все. Отчёт о вас появится здесь, когда организаторы подведут итоги.'}
        </p>
      )}
      <Disclosure says="Что вы поставили">
        <ul className={styles.given}>
          {teammates.map(({ test_id, name, marks, words }) => (
            <li key={test_id}>
              <strong>
                <bdi>{name}</bdi>
              </strong>
              <p className={styles.quiet}>
                {behaviours.map(({ code, title }) => `${title} — ${marks[code] ?? '—'}`).join('; ')}
              </p>
              {settings.words && words !== '' && <p>{words}</p>}
            </li>
          ))}
        </ul>
      </Disclosure>
      <FailureNotice error={going.error} />
      {!final && (
        <div>
          <Button kind="secondary" pending={going.isPending} onClick={() => going.mutate()}>
            Вернуться к оценкам
          </Button>
        </div>
      )}
    </Card>
  )
}
