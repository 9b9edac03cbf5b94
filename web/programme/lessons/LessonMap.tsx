import { DataTable } from '#web/platform/ui/DataTable.tsx'
import { RegionMap } from '#web/platform/ui/RegionMap.tsx'
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
    <DataTable
      label="Уроки по регионам"
      narrow="fit"
      rows={all.flatMap(({ name: district, regions }) => regions.map((row) => ({ ...row, district })))}
      keyOf={({ region }) => region ?? ''}
      groupOf={({ district }) => ({ id: district, title: district })}
      columns={[
        { title: 'Регион', value: ({ name }) => name },
        { title: 'Уроков', kind: 'number', value: ({ lessons }) => lessons },
        { title: 'Слуша\u00adтелей', kind: 'number', value: ({ listeners }) => listeners },
        { title: 'В планах', kind: 'number', value: ({ planned }) => planned },
      ]}
    />
  )
}
