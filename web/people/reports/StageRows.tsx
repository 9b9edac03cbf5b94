import { type StageStep, stageSteps, stepTitles } from '#shared/people/participants/audience.ts'
import { PortalLink } from '#web/platform/navigation/PortalLink.tsx'
import { type Column, DataTable } from '#web/platform/ui/DataTable.tsx'
import { Panel } from '#web/platform/ui/Panel.tsx'
import { useRight } from '#web/seasons/console/rights.ts'
import type { StageReport } from './queries.ts'

/** This many rows can be read at a glance; a button shows the others. */
const shownAtFirst = 20

interface StageRowsProps {
  /** Of its order in the address. */
  name: string
  title: string
  /** The head of the first column: what a row is. */
  of: string
  rows: StageReport['tracks']
  /** The people of a row at a step. */
  hrefOf: (id: string, step: StageStep) => string
}

/** The steps of a stage for each track or region: a table, on a phone a list of what is not zero. */
export function StageRows({ name, title, of, rows, hrefOf }: StageRowsProps) {
  // The list of people needs a right of its own.
  const linked = useRight('participants')
  if (rows.length < 2) return null
  return (
    <Panel title={title}>
      <DataTable
        label={title}
        sorts={name}
        file={title}
        first={shownAtFirst}
        rows={rows}
        keyOf={({ id }) => id ?? ''}
        columns={[
          { title: of, value: (row) => row.title },
          { title: 'Всего', kind: 'number', value: ({ people }) => people },
          ...stageSteps.map(
            (step): Column<(typeof rows)[number]> => ({
              title: stepTitles[step],
              kind: 'number',
              none: ({ steps }) => steps[step] === 0,
              value: ({ steps }) => steps[step],
              cell: ({ id, title: group, steps }) =>
                linked && id !== null && steps[step] > 0 ? (
                  <PortalLink to={hrefOf(id, step)} aria-label={`${group}, ${stepTitles[step]}: ${steps[step]}`}>
                    {steps[step].toLocaleString('ru')}
                  </PortalLink>
                ) : (
                  steps[step].toLocaleString('ru')
                ),
            }),
          ),
        ]}
      />
    </Panel>
  )
}
