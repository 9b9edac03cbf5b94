import { outOf } from '#shared/platform/text/unbroken.ts'
import { PortalLink } from '#web/platform/navigation/PortalLink.tsx'
import { DataTable } from '#web/platform/ui/DataTable.tsx'
import { Disclosure } from '#web/platform/ui/Disclosure.tsx'
import { Panel } from '#web/platform/ui/Panel.tsx'
import { RegionMap } from '#web/platform/ui/RegionMap.tsx'
import { useRight } from '#web/seasons/console/rights.ts'
import type { Report } from './queries.ts'
import styles from './Reports.module.css'

interface RegionsPanelProps {
  districts: Report['districts']
  elsewhere: number
  hrefOf: (region: string) => string
}

/** The regions as a picture, and those with participants as a table, the largest first. */
export function RegionsPanel({ districts, elsewhere, hrefOf }: RegionsPanelProps) {
  const all = districts.flatMap(({ regions }) => regions)
  const most = Math.max(1, ...all.map(({ people }) => people))
  const filled = all.filter(({ people }) => people > 0).toSorted((one, other) => other.people - one.people)
  const linked = useRight('participants')
  return (
    <Panel title="Регионы" id="regions" onPhone read says={`Участники есть в ${outOf(filled.length, all.length)}`}>
      <div className={styles.fields}>
        <p className={styles.quiet}>
          Участники есть в {outOf(filled.length, all.length)} регионов.
          {elsewhere > 0 && ` Ещё ${elsewhere.toLocaleString('ru')} регион не указали.`} Квадрат — регион: чем выше
          заливка, тем больше участников.
        </p>
        <RegionMap
          label="Участники по федеральным округам. То же в таблице ниже"
          districts={districts.map(({ name, regions }) => ({
            name,
            count: regions.reduce((sum, { people }) => sum + people, 0),
            regions: regions.map(({ id, name: region, people }) => ({
              id,
              name: `${region}: ${people}`,
              strength: Math.ceil((people / most) * 4),
            })),
          }))}
        />
        {filled.length > 0 && (
          <Disclosure says="Таблицей">
            <DataTable
              label="Участники по регионам"
              sorts="regions"
              file="Участники по регионам"
              narrow="fit"
              rows={filled}
              keyOf={({ id }) => id}
              columns={[
                {
                  title: 'Регион',
                  value: ({ name }) => name,
                  cell: ({ id, name }) => (linked ? <PortalLink to={hrefOf(id)}>{name}</PortalLink> : name),
                },
                { title: 'Участников', kind: 'number', value: ({ people }) => people },
              ]}
            />
          </Disclosure>
        )}
      </div>
    </Panel>
  )
}
