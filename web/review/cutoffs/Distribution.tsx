import { type PointerEvent, useRef, useState } from 'react'
import { counted } from '#shared/platform/time/plural.ts'
import { inPoints } from '#shared/review/cutoffs/letters.ts'
import { DataTable } from '#web/platform/ui/DataTable.tsx'
import { Disclosure } from '#web/platform/ui/Disclosure.tsx'
import { RangeField } from '#web/platform/ui/RangeField.tsx'
import styles from './Cutoffs.module.css'
import type { Workbench } from './queries.ts'

interface DistributionProps {
  result: Workbench['result']
  /** The score of the line; null while nobody passes. */
  line: number | null
  onLine: (score: number) => void
}

const [width, height] = [600, 180]

/**
 * How many people have each score: full bars pass, hatched ones do not, so that it can be read in black and white. The
 * line is dragged in the drawing, or moved with the slider below it, also by keyboard.
 */
export function Distribution({ result: { bars, passed }, line, onLine }: DistributionProps) {
  const drawing = useRef<SVGSVGElement>(null)
  const [dragged, setDragged] = useState<number | null>(null)
  const [first, last] = [bars[0], bars.at(-1)]
  if (!first || !last) return <p className={styles.quiet}>Пока ни у кого нет итога: чертить нечего</p>
  const [low, high] = [first.from, last.to]
  const step = stepOf(high - low)
  const at = dragged ?? line ?? high
  const most = Math.max(...bars.map(({ count }) => count))
  const x = (score: number) => ((Math.min(high, Math.max(low, score)) - low) / (high - low)) * width
  const scoreAt = ({ clientX }: PointerEvent) => {
    const box = drawing.current?.getBoundingClientRect()
    if (!box || box.width === 0) return at
    const score = low + ((clientX - box.left) / box.width) * (high - low)
    return clean(Math.round(Math.min(high, Math.max(low, score)) / step) * step)
  }
  const above = bars.filter(({ from }) => from >= at).reduce((sum, { count }) => sum + count, 0)
  return (
    <figure className={styles.figure}>
      <svg
        ref={drawing}
        className={styles.drawing}
        viewBox={`0 0 ${width} ${height + 8}`}
        preserveAspectRatio="none"
        aria-hidden="true"
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          setDragged(scoreAt(event))
        }}
        onPointerMove={(event) => dragged !== null && setDragged(scoreAt(event))}
        onPointerUp={(event) => {
          if (dragged !== null) onLine(scoreAt(event))
          setDragged(null)
        }}
        onPointerCancel={() => setDragged(null)}
      >
        <defs>
          <pattern id="cutoff-hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
            <line x1="0" y1="0" x2="0" y2="6" className={styles.hatch} />
          </pattern>
        </defs>
        {bars.map(({ from, to, count, passed: full }) => {
          const [left, wide] = [x(from), x(to) - x(from)]
          const tall = (count / most) * (height - 12)
          const tallFull = (full / most) * (height - 12)
          return (
            <g key={from}>
              <rect className={styles.out} x={left + 1} y={height - tall} width={Math.max(1, wide - 2)} height={tall} />
              <rect
                className={styles.in}
                x={left + 1}
                y={height - tallFull}
                width={Math.max(1, wide - 2)}
                height={tallFull}
              />
            </g>
          )
        })}
        <line className={styles.ground} x1="0" x2={width} y1={height} y2={height} />
        <line className={styles.line} x1={x(at)} x2={x(at)} y1="0" y2={height + 8} />
      </svg>
      <div className={styles.axis} aria-hidden="true">
        <span>{inPoints(low)}</span>
        <span>{inPoints(high)}</span>
      </div>
      <RangeField
        label="Проходной балл"
        name="line"
        hint="Тяните черту на рисунке или двигайте стрелками"
        min={low}
        max={high}
        step={step}
        value={Math.min(high, Math.max(low, at))}
        words={`${inPoints(clean(at))}, от него ${counted(above, 'человек', 'человека', 'человек')}`}
        onChange={(score) => onLine(clean(score))}
      />
      <p className={styles.quiet}>
        {dragged === null
          ? line === null
            ? 'Никто не проходит'
            : `Проходной балл — ${inPoints(line)}`
          : `От ${inPoints(dragged)}: около ${counted(above, 'человека', 'человек', 'человек')}`}
        . <span className={styles.key} data-full /> проходят <span className={styles.key} /> не проходят
      </p>
      <Disclosure says="Рисунок таблицей">
        <DataTable
          label={`Всего проходят: ${passed}`}
          titled
          rows={bars}
          keyOf={({ from }) => from}
          columns={[
            { title: 'Итог', value: ({ from, to }) => `от ${inPoints(from)} до ${inPoints(to)}` },
            { title: 'Людей', kind: 'number', value: ({ count }) => count },
            { title: 'Проходят', kind: 'number', value: ({ passed: full }) => full },
          ]}
          narrow="fit"
        />
      </Disclosure>
    </figure>
  )
}

/** A hundredth of the range, rounded down to a power of ten. */
const stepOf = (range: number) => 10 ** Math.floor(Math.log10(Math.max(range, 0.01) / 100))
const clean = (number: number) => Number(number.toPrecision(9))
