import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { idNumber, outOf } from '#shared/platform/text/unbroken.ts'
import { counted } from '#shared/platform/time/plural.ts'
import { Panel } from '#web/platform/ui/Panel.tsx'
import { QueryStates } from '#web/platform/ui/QueryStates.tsx'
import { ScrollBox } from '#web/platform/ui/ScrollBox.tsx'
import { Select } from '#web/platform/ui/Select.tsx'
import { seasonQuery } from '#web/seasons/console/queries.ts'
import type { StagePanelProps } from '#web/stages/kind.ts'
import { inRussian } from './Bars.tsx'
import { comparisonQuery, teamsQuery } from './panel-queries.ts'
import styles from './TestPanel.module.css'

/** The results beside those of a control test, and the sums of teams. Nothing where there is neither. */
export function Comparison({ place }: { place: StagePanelProps }) {
  const [control, setControl] = useState('')
  const season = useQuery(seasonQuery(place.competition))
  const teams = useQuery(teamsQuery(place))
  const others = (season.data?.stages ?? []).filter(({ type, code }) => type === 'test' && code !== place.code)
  const sums = teams.data?.teams ?? []
  if (others.length === 0 && sums.length === 0) return null
  return (
    <Panel
      id="comparison"
      title="Сравнение"
      says={[others.length > 0 && 'С контрольным тестом', sums.length > 0 && `суммы команд: ${sums.length}`]
        .filter(Boolean)
        .join(', ')}
      read
    >
      <div className={styles.part}>
        {others.length > 0 && (
          <Select
            label="Контрольный тест"
            name="control-test"
            value={control}
            options={others.map(({ code, title }) => ({ value: code, label: title }))}
            onChange={setControl}
          />
        )}
        {control !== '' && <BesideControl place={place} control={control} />}
        {sums.length > 0 && (
          <ScrollBox label="Суммы баллов команд">
            <table className={styles.table}>
              <caption className={styles.quiet}>Суммы баллов команд</caption>
              <thead>
                <tr>
                  <th scope="col">Команда</th>
                  <th scope="col">Сумма</th>
                  <th scope="col">Закончили</th>
                </tr>
              </thead>
              <tbody>
                {sums.map(({ team, sum, done, members }) => (
                  <tr key={team}>
                    <td>{team}</td>
                    <td>{inRussian(sum)}</td>
                    <td>{outOf(done, members)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </ScrollBox>
        )}
      </div>
    </Panel>
  )
}

function BesideControl({ place, control }: { place: StagePanelProps; control: string }) {
  const comparison = useQuery(comparisonQuery(place, control))
  return (
    <QueryStates of={[comparison]} loading="Сравниваем…" failed="Сравнение не загрузилось" lines={4} level={3}>
      {({ both, people }) =>
        both === 0 ? (
          <p>Пока никто не закончил оба теста</p>
        ) : (
          <ScrollBox label="Два теста рядом">
            <table className={styles.table}>
              <caption className={styles.quiet}>
                Оба теста закончили {counted(both, 'участник', 'участника', 'участников')}; сначала самые большие
                расхождения
              </caption>
              <thead>
                <tr>
                  <th scope="col">Участник</th>
                  <th scope="col">Этот тест</th>
                  <th scope="col">Контрольный</th>
                </tr>
              </thead>
              <tbody>
                {people.map(({ test_id, name, score, control: second }) => (
                  <tr key={test_id}>
                    <td>
                      <bdi>{name}</bdi>, {idNumber(test_id)}
                    </td>
                    <td>{inRussian(score)}</td>
                    <td>{inRussian(second)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </ScrollBox>
        )
      }
    </QueryStates>
  )
}
