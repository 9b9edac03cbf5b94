import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { evaluationTeamsPage } from '#shared/kinds/teams_evaluation/limits.ts'
import { outOf } from '#shared/platform/text/unbroken.ts'
import { counted } from '#shared/platform/time/plural.ts'
import { showBanner } from '#web/platform/messages/banner.ts'
import { useList } from '#web/platform/navigation/use-list.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { FailureNotice } from '#web/platform/ui/FailureNotice.tsx'
import { ListFilters, ListSearch } from '#web/platform/ui/ListFilters.tsx'
import { Moments } from '#web/platform/ui/Moments.tsx'
import { PagedList } from '#web/platform/ui/PagedList.tsx'
import { Panel } from '#web/platform/ui/Panel.tsx'
import { QueryStates } from '#web/platform/ui/QueryStates.tsx'
import { RadioGroup } from '#web/platform/ui/RadioGroup.tsx'
import { JudgeList } from '#web/review/judging/JudgeList.tsx'
import { judgesInBrief } from '#web/review/judging/judges-in-brief.ts'
import { judgingQuery } from '#web/review/judging/panel-queries.ts'
import { useRight } from '#web/seasons/console/rights.ts'
import type { StagePanelProps } from '#web/stages/kind.ts'
import { momentInWords } from '#web/stages/StagePath/deadline.ts'
import { CountDialog } from './CountDialog.tsx'
import { EvaluatedTeam } from './EvaluatedTeam.tsx'
import { type Asked, callsOf, type Evaluation, evaluationQuery, useAct } from './panel-queries.ts'
import styles from './TeamsEvaluationPanel.module.css'

/** Who has marked the team, what looks careless or arranged, the count, and the observers. */
export default function TeamsEvaluationPanel(place: StagePanelProps) {
  // The marks are shown only to organisers with the right `assessment`.
  if (!useRight('assessment')) return null
  return <Evaluations {...place} />
}

function Evaluations(place: StagePanelProps) {
  const list = useList<Pick<Asked, 'search' | 'only'>>('teams', { search: '', only: 'all' })
  const query = useQuery(evaluationQuery(place, list.asked))
  return (
    <div className={styles.panels}>
      <Panel id="team-marks" title="Оценка команд" says={query.data ? inBrief(query.data) : ''} read>
        <QueryStates of={[query]} loading="Загружаем команды…" failed="Команды не загрузились" height="12rem" level={3}>
          {(data) => (
            <div className={styles.panel}>
              <Overview place={place} data={data} />
              <ListFilters>
                <ListSearch list={list} label="Найти команду по названию" name="search-evaluated" />
                <RadioGroup
                  name="only-evaluated"
                  label="Какие команды показать"
                  options={[
                    { value: 'all', label: 'Все' },
                    { value: 'late', label: 'Где оценили не все' },
                    { value: 'flagged', label: 'С признаками' },
                  ]}
                  value={list.asked.only}
                  onChange={(only) => list.ask({ only: only as Asked['only'] })}
                />
              </ListFilters>
              <PagedList
                of={query}
                list={list}
                size={evaluationTeamsPage}
                label="Страницы команд"
                empty="Команд пока нет: их собирают на этапе «Команды»"
                nothing="Таких команд нет"
              >
                {(shown) => (
                  <ul className={styles.teams} aria-label="Команды">
                    {shown.teams.map((team) => (
                      <EvaluatedTeam key={team.team_id} place={place} team={team} data={shown} />
                    ))}
                  </ul>
                )}
              </PagedList>
            </div>
          )}
        </QueryStates>
      </Panel>
      {query.data && query.data.competencies > 0 && <Observers place={place} />}
    </div>
  )
}

const inBrief = ({ all, people, done, counted_at }: Evaluation): string =>
  `${counted(all, 'команда', 'команды', 'команд')}, сдали оценки ${outOf(done, people)}, ${counted_at ? 'итоги подведены' : 'итогов ещё нет'}`

function Overview({ place, data }: { place: StagePanelProps; data: Evaluation }) {
  const [counting, setCounting] = useState(false)
  const remind = useAct(place, callsOf(place).remind, ({ reminded }) =>
    showBanner(`Напомнили: ${counted(reminded, 'человеку', 'людям', 'людям')}`, 'success'),
  )
  const { all, people, done, counted_at, reminded_at, without_report } = data
  const late = people - done
  return (
    <>
      <p>
        {counted(all, 'команда', 'команды', 'команд')}, оценивают {counted(people, 'человек', 'человека', 'человек')}:
        сдали {done}, не сдали {late}.
        {counted_at && (
          <Moments
            text={` Итоги подведены ${momentInWords(counted_at)}${without_report ? `, без отчёта остались ${counted(without_report, 'человек', 'человека', 'человек')}: их оценили слишком мало` : ''}.`}
          />
        )}
      </p>
      {!counted_at && (
        <div className={styles.row}>
          <Button
            kind="secondary"
            disabled={late === 0}
            pending={remind.isPending}
            onClick={() => remind.mutate(undefined as never)}
          >
            Напомнить тем, кто не сдал
          </Button>
          <Button kind="secondary" disabled={done === 0} onClick={() => setCounting(true)}>
            Подвести итоги
          </Button>
        </div>
      )}
      {reminded_at && !counted_at && (
        <p className={styles.quiet}>
          Напоминали <Moments text={momentInWords(reminded_at)} />.
        </p>
      )}
      <FailureNotice error={remind.error} />
      {counting && <CountDialog place={place} late={late} onClose={() => setCounting(false)} />}
    </>
  )
}

function Observers({ place }: { place: StagePanelProps }) {
  const { data: judging } = useQuery(judgingQuery(place))
  return judging ? (
    <Panel id="observers" title="Наблюдатели" says={judgesInBrief(judging.judges)} read>
      <JudgeList plain place={place} judging={judging} />
    </Panel>
  ) : null
}
