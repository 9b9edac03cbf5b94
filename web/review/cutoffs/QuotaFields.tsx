import Trash from 'lucide-react/icons/trash-2'
import { maxPlaces, maxQuotas } from '#shared/review/cutoffs/limits.ts'
import type { Quota, Rule } from '#shared/review/cutoffs/rule.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Select } from '#web/platform/ui/Select.tsx'
import styles from './Cutoffs.module.css'
import { NumberInput } from './NumberInput.tsx'
import type { Workbench } from './queries.ts'

interface QuotaFieldsProps {
  quotas: Rule['quotas']
  choices: Workbench['choices']
  onChange: (quotas: Rule['quotas']) => void
}

const kinds = [
  { value: 'district', label: 'Федеральный округ' },
  { value: 'region', label: 'Регион' },
  { value: 'track', label: 'Трек' },
]
const each = { district: 'Каждый округ', region: 'Каждый регион', track: 'Каждый трек' }
/** An option must have a value. */
const all = '*'
const ofEach = ({ by, of }: Quota) => by === 'district' && of === ''

/** Bounds of groups. The bound for every federal district, which most seasons have, is always there. */
export function QuotaFields({ quotas, choices, onChange }: QuotaFieldsProps) {
  const district = quotas.find(ofEach)
  const groups = { district: choices.districts, region: choices.regions, track: choices.tracks }
  const setDistrict = (least: number) => {
    const others = quotas.filter((quota) => quota !== district)
    const next = { by: 'district' as const, of: '', most: district?.most ?? 0, least }
    onChange(next.least === 0 && next.most === 0 ? others : [next, ...others])
  }
  return (
    <fieldset className={styles.group}>
      <legend>Квоты</legend>
      <NumberInput
        label="Не меньше от каждого федерального округа"
        name="district-least"
        unit="человек"
        hint="0 — квоты нет"
        max={maxPlaces}
        value={district?.least ?? 0}
        onChange={setDistrict}
      />
      {quotas.map((quota, at) => {
        if (quota === district) return null
        const change = (part: Partial<Quota>) =>
          onChange(quotas.map((one, place) => (place === at ? { ...one, ...part } : one)))
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a quota has no id, its place in the list identifies it
          <div key={at} className={styles.quota}>
            <Select
              label="По чему"
              name={`quota-by-${at}`}
              options={kinds}
              value={quota.by}
              onChange={(by) => change({ by: by as Quota['by'], of: '' })}
            />
            <Select
              label="Для кого"
              name={`quota-of-${at}`}
              options={[
                { value: all, label: each[quota.by] },
                ...groups[quota.by].map(({ id, value }) => ({ value: id, label: value })),
              ]}
              value={quota.of === '' ? all : quota.of}
              onChange={(of) => change({ of: of === all ? '' : of })}
            />
            <NumberInput
              label="Не меньше"
              name={`quota-least-${at}`}
              max={maxPlaces}
              value={quota.least}
              onChange={(least) => change({ least })}
            />
            <NumberInput
              label="Не больше"
              name={`quota-most-${at}`}
              hint="0 — сколько угодно"
              max={maxPlaces}
              value={quota.most}
              onChange={(most) => change({ most })}
            />
            <Button
              kind="quiet"
              size="s"
              icon={<Trash aria-hidden="true" />}
              onClick={() => onChange(quotas.filter((_one, place) => place !== at))}
            >
              Убрать квоту
            </Button>
          </div>
        )
      })}
      {quotas.length < maxQuotas && (
        <Button kind="quiet" size="s" onClick={() => onChange([...quotas, { by: 'track', of: '', least: 0, most: 0 }])}>
          Добавить квоту
        </Button>
      )}
    </fieldset>
  )
}
