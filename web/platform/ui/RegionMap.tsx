import styles from './RegionMap.module.css'

interface RegionMapProps {
  /** For screen readers: what is counted, and where the same numbers are as a table. */
  label: string
  districts: readonly { name: string; count: number; regions: readonly MapRegion[] }[]
}

interface MapRegion {
  id: string
  name: string
  /** How much of it there is, from 0, an empty square, to 4. */
  strength: number
}

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
const rank = ({ name }: { name: string }) => {
  const place = order.indexOf(shortName(name))
  return place < 0 ? order.length : place
}

/**
 * A map made of squares: a frame for each federal district, a square for each region, the fuller the more there is in
 * it.
 */
export function RegionMap({ label, districts }: RegionMapProps) {
  return (
    <div className={styles.map} role="img" aria-label={label}>
      {districts
        .toSorted((one, other) => rank(one) - rank(other))
        .map(({ name, count, regions }) => (
          <div key={name} className={styles.district}>
            <span>{shortName(name)}</span>
            <strong>{count.toLocaleString('ru')}</strong>
            <Regions regions={regions} />
          </div>
        ))}
    </div>
  )
}

function Regions({ regions }: { regions: readonly MapRegion[] }) {
  const step = tile + gap
  return (
    <svg viewBox={`0 0 ${perRow * step - gap} ${Math.ceil(regions.length / perRow) * step - gap}`} aria-hidden="true">
      {regions.map(({ id, name, strength }, place) => (
        <g key={id} transform={`translate(${(place % perRow) * step} ${Math.floor(place / perRow) * step})`}>
          <title>{name}</title>
          <rect width={tile} height={tile} rx="2" />
          {strength > 0 && (
            <rect data-full y={tile - (tile * strength) / 4} width={tile} height={(tile * strength) / 4} rx="2" />
          )}
        </g>
      ))}
    </svg>
  )
}
