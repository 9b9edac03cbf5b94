import { RegionMap } from '#web/platform/ui/RegionMap.tsx'
import { VisuallyHidden } from '#web/platform/ui/VisuallyHidden.tsx'
import styles from './LessonMap.module.css'
import type { LessonMapData } from './queries.ts'

type District = LessonMapData['districts'][number]

/** A square for each region, filled where a lesson was held. */
export function LessonMap({ districts }: { districts: readonly District[] }) {
  return (
    <RegionMap
      label="Карта уроков по федеральным округам. То же в таблице ниже"
      districts={districts.map(({ name, regions }) => ({
        name,
        count: regions.reduce((sum, { lessons }) => sum + lessons, 0),
        regions: regions.map((row) => ({
          id: row.region ?? '',
          name: `${row.name}: ${row.lessons}`,
          strength: row.lessons > 0 ? 4 : 0,
        })),
      }))}
    />
  )
}

/** The map as a table: regions in which a lesson was held or is planned, by district. */
export function LessonTable({ districts, elsewhere }: Pick<LessonMapData, 'districts' | 'elsewhere'>) {
  const active = districts
    .map(({ name, regions }) => ({ name, regions: regions.filter((row) => row.lessons + row.planned > 0) }))
    .filter(({ regions }) => regions.length > 0)
  const all = elsewhere ? [...active, { name: 'Регион не указан', regions: [elsewhere] }] : active
  return (
    <table className={styles.table}>
      <caption>
        <VisuallyHidden>Уроки по регионам</VisuallyHidden>
      </caption>
      <thead>
        <tr>
          <th scope="col">Регион</th>
          <th scope="col">Уроков</th>
          <th scope="col">Слуша&shy;телей</th>
          <th scope="col">В планах</th>
        </tr>
      </thead>
      {all.map(({ name, regions }) => (
        <tbody key={name}>
          <tr>
            <th scope="rowgroup" colSpan={4}>
              {name}
            </th>
          </tr>
          {regions.map((row) => (
            <tr key={row.region ?? ''}>
              <th scope="row">{row.name}</th>
              <td>{row.lessons}</td>
              <td>{row.listeners}</td>
              <td>{row.planned}</td>
            </tr>
          ))}
        </tbody>
      ))}
    </table>
  )
}
