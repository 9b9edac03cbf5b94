import { counted } from '#shared/platform/time/plural.ts'
import { Card } from '#web/platform/ui/Card.tsx'
import { DataTable } from '#web/platform/ui/DataTable.tsx'
import { Heading } from '#web/platform/ui/Heading.tsx'
import { ProgressBar } from '#web/platform/ui/ProgressBar.tsx'
import { inPoints } from '#web/review/judging/points.ts'
import type { Report } from './queries.ts'
import styles from './TeamsEvaluation.module.css'
import type { EvaluationSettings } from './TeamsEvaluationScreen.tsx'

/** Words alone come from the one teammate of a team of two, who wrote them knowing that they are not anonymous. */
function whyNoReport({ raters, words }: Report, min_raters: number): string {
  if (raters === 0) return 'Вас никто не оценил, поэтому отчёта нет.'
  if (words.length > 0) return 'В команде из двух человек оценки не показывают: вам передали только слова.'
  const people = counted(raters, 'человек', 'человека', 'человек')
  return `Вас ${raters === 1 ? 'оценил' : 'оценили'} ${people}. Отчёт показывают от ${min_raters}: иначе было бы видно, кто что поставил.`
}

/** What the team says about this person, as far as it does not reveal who said it. */
export function OwnReport({ report, settings }: { report: Report; settings: EvaluationSettings }) {
  const { raters, means, mean, team_mean, words, score, observed } = report
  const { scale, min_raters, trimmed } = settings
  return (
    <Card as="section" className={styles.report} aria-labelledby="own-report">
      <Heading level={2} id="own-report">
        Что говорит команда о вас
      </Heading>
      {mean === null ? (
        <p>{whyNoReport(report, min_raters)}</p>
      ) : (
        <>
          <p>
            Средняя — <strong>{inPoints(mean)}</strong> из {scale}. Оценили{' '}
            {counted(raters, 'человек', 'человека', 'человек')}.
            {team_mean !== null && ` В среднем по команде — ${inPoints(team_mean)}.`}
          </p>
          <div className={styles.means}>
            {means.map(({ title, mean: each }) => (
              <ProgressBar
                key={title}
                label={title}
                value={each}
                max={scale}
                text={`${inPoints(each)}\u00A0из\u00A0${scale}`}
              />
            ))}
          </div>
          {trimmed && raters - 2 >= min_raters && (
            <p className={styles.quiet}>По одной самой высокой и самой низкой оценке каждого поведения не учтены.</p>
          )}
        </>
      )}
      {score !== null && (
        <p>
          {mean === null ? 'Ваш балл не изменился' : 'Балл с учётом оценок команды'} —{' '}
          <strong>{inPoints(score)}</strong>
        </p>
      )}
      {words.length > 0 && (
        <>
          <Heading level={3} size={4}>
            Что вам написали
          </Heading>
          <ul className={styles.words}>
            {words.map((each, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two people may have written the same words
              <li key={at}>{each}</li>
            ))}
          </ul>
        </>
      )}
      {observed.length > 0 && (
        <>
          <Heading level={3} size={4}>
            Что увидели наблюдатели
          </Heading>
          <DataTable
            label="Что увидели наблюдатели"
            className={styles.observed}
            rows={observed}
            keyOf={({ title }) => title}
            columns={[
              { title: 'Компетенция', value: ({ title }) => title },
              { title: 'Вы', kind: 'number', cell: ({ person }) => inPoints(person) },
              { title: 'Команда', kind: 'number', cell: ({ team }) => inPoints(team) },
            ]}
            narrow="fit"
          />
        </>
      )}
    </Card>
  )
}
