import { VisuallyHidden } from '#web/platform/ui/VisuallyHidden.tsx'
import styles from './LessonMap.module.css'
import type { LessonMapData } from './queries.ts'

type District = LessonMapData['districts'][number]

/** The federal districts from west to east. */
const order = [
  'Северо-Западный',
  'Центральный',
  'Приволжский',
  'Южный',
  'Северо-Кавказский',
  'Уральский',
  'Сибирский',
  'Дальневосточный',
]
const [tile, gap, perRow] = [12, 4, 9]

const shortName = (name: string) => name.replace(/ федеральный округ$/, '')
const rank = ({ name }: District) => {
  const place = order.indexOf(shortName(name))
  return place < 0 ? order.length : place
}
const lessonsIn = ({ regions }: District) => regions.reduce((sum, { lessons }) => sum + lessons, 0)

/** A picture of our own: a frame a federal district, a square a region, filled where a lesson was held. */
export function LessonMap({ districts }: { districts: readonly District[] }) {
  return (
    <div className={styles.map} role="img" aria-label="Карта уроков по федеральным округам. То же в таблице ниже">
      {districts
        .toSorted((one, other) => rank(one) - rank(other))
        .map((district) => (
          <div key={district.name} className={styles.district}>
            <span>{shortName(district.name)}</span>
            <strong>{lessonsIn(district)}</strong>
            <Regions regions={district.regions} />
          </div>
        ))}
    </div>
  )
}

function Regions({ regions }: Pick<District, 'regions'>) {
  const step = tile + gap
  return (
    <svg viewBox={`0 0 ${perRow * step - gap} ${Math.ceil(regions.length / perRow) * step - gap}`} aria-hidden="true">
      {regions.map(({ region, lessons }, place) => (
        <rect
          key={region}
          data-lessons={lessons > 0 || undefined}
          x={(place % perRow) * step}
          y={Math.floor(place / perRow) * step}
          width={tile}
          height={tile}
          rx="2"
        />
      ))}
    </svg>
  )
}

/** The same as a table: regions in which a lesson was held or is planned, by district. */
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
