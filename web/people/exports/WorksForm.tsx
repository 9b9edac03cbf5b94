import { useState } from 'react'
import { counted } from '#shared/platform/time/plural.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { FailureNotice } from '#web/platform/ui/FailureNotice.tsx'
import { Panel } from '#web/platform/ui/Panel.tsx'
import { Select } from '#web/platform/ui/Select.tsx'
import lists from '#web/platform/ui/WrittenLists.module.css'
import { type Exports, useAskWorks } from './queries.ts'

/** The works of a stage as documents, for a jury that reads on paper. */
export function WorksForm({ competition, stages }: { competition: string; stages: Exports['works'] }) {
  const [code, setCode] = useState(stages[0]?.code ?? '')
  const act = useAskWorks(competition)
  const stage = stages.find((each) => each.code === code)
  return (
    <Panel title="Работы для жюри">
      <form
        className={lists.fields}
        onSubmit={(event) => {
          event.preventDefault()
          if (!act.isPending && stage) act.mutate(stage.code)
        }}
      >
        <Select
          label="Этап"
          name="works-stage"
          value={code}
          options={stages.map(({ code: value, title, works }) => ({
            value,
            label: `${title}: ${counted(works, 'работа', 'работы', 'работ')}`,
          }))}
          onChange={setCode}
        />
        <p className={lists.quiet}>
          Архив с документом Word на каждую работу.{' '}
          {stage?.blind
            ? 'Эксперты этапа не видят, чья работа: имён и контактов авторов в документах нет.'
            : 'Имена авторов в документах есть.'}
        </p>
        <FailureNotice error={act.error} />
        <Button type="submit" kind="secondary" pending={act.isPending}>
          Подготовить архив
        </Button>
      </form>
    </Panel>
  )
}
