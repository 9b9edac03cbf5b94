import { VisuallyHidden } from '#web/platform/ui/VisuallyHidden.tsx'
import styles from './LessonMap.module.css'
import type { LessonMapData } from './queries.ts'

type District = LessonMapData['districts'][number]

/** Where each federal district stands on the picture: two columns, roughly from the north-west to the east. */
const order = [
  'Северо-Западный',
  'Уральский',
  'Центральный',
  'Сибирский',
  'Приволжский',
  'Дальневосточный',
  'Южный',
  'Северо-Кавказский',
]
const [width, height, gap] = [176, 84, 8]
const [tile, tileGap, perRow] = [12, 4, 10]

const shortName = (name: string) => name.replace(/ федеральный округ$/, '')
const rank = ({ name }: District) => {
  const place = order.indexOf(shortName(name))
  return place < 0 ? order.length : place
}
const lessonsIn = ({ regions }: District) => regions.reduce((sum, { lessons }) => sum + lessons, 0)

/** A picture of our own: a frame a federal district, a square a region, filled where a lesson was held. */
export function LessonMap({ districts }: { districts: readonly District[] }) {
  const shown = districts.toSorted((one, other) => rank(one) - rank(other))
  const rows = Math.ceil(shown.length / 2)
  return (
    <svg
      className={styles.map}
      viewBox={`0 0 ${width * 2 + gap} ${rows * (height + gap) - gap}`}
      role="img"
      aria-label="Карта уроков по федеральным округам. То же в таблице ниже"
    >
      {shown.map((district, place) => (
        <g
          key={district.name}
          transform={`translate(${(place % 2) * (width + gap)} ${Math.floor(place / 2) * (height + gap)})`}
        >
          <rect className={styles.district} x="0.5" y="0.5" width={width - 1} height={height - 1} rx="8" />
          <text x="10" y="20">
            {shortName(district.name)}
          </text>
          <text className={styles.count} x={width - 10} y="20" textAnchor="end">
            {lessonsIn(district)}
          </text>
          {district.regions.map(({ region, name, lessons }, at) => (
            <rect
              key={region}
              className={styles.region}
              data-lessons={lessons > 0 || undefined}
              x={10 + (at % perRow) * (tile + tileGap)}
              y={32 + Math.floor(at / perRow) * (tile + tileGap)}
              width={tile}
              height={tile}
              rx="2"
            >
              <title>{`${name}: ${lessons}`}</title>
            </rect>
          ))}
        </g>
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
          <th scope="col">Слушателей</th>
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
