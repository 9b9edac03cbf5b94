import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { outOf } from '#shared/platform/text/unbroken.ts'
import { counted } from '#shared/platform/time/plural.ts'
import { DataTable, Who } from '#web/platform/ui/DataTable.tsx'
import { Panel } from '#web/platform/ui/Panel.tsx'
import { QueryStates } from '#web/platform/ui/QueryStates.tsx'
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
          <DataTable
            label="Суммы баллов команд"
            titled
            sorts="sums"
            rows={sums}
            keyOf={({ team }) => team}
            columns={[
              { title: 'Команда', value: ({ team }) => team },
              { title: 'Сумма', kind: 'number', value: ({ sum }) => sum, cell: ({ sum }) => inRussian(sum) },
              {
                title: 'Закончили',
                kind: 'number',
                value: ({ done }) => done,
                cell: ({ done, members }) => outOf(done, members),
              },
            ]}
          />
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
          <DataTable
            label={`Оба теста закончили ${counted(both, 'участник', 'участника', 'участников')}; сначала самые большие расхождения`}
            titled
            rows={people}
            keyOf={({ test_id }) => test_id}
            columns={[
              { title: 'Участник', cell: ({ name, test_id }) => <Who name={name} id={test_id} /> },
              { title: 'Этот тест', kind: 'number', cell: ({ score }) => inRussian(score) },
              { title: 'Контрольный', kind: 'number', cell: ({ control: second }) => inRussian(second) },
            ]}
          />
        )
      }
    </QueryStates>
  )
}
