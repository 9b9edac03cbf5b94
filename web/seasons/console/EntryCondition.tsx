import X from 'lucide-react/icons/x'
import { useId, useRef, useState } from 'react'
import { namedIn } from '#shared/stages/condition-form.ts'
import type { Gate } from '#shared/stages/gate.ts'
import { gateInWords, gateOf, partsOf } from '#shared/stages/gate-in-words.ts'
import { focusSoon } from '#web/forms/fields/focus-soon.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Fold } from '#web/platform/ui/Fold.tsx'
import { Heading } from '#web/platform/ui/Heading.tsx'
import { RadioGroup } from '#web/platform/ui/RadioGroup.tsx'
import { AddCondition } from './AddCondition.tsx'
import styles from './EntryCondition.module.css'
import type { Season } from './queries.ts'

interface EntryConditionProps {
  season: Pick<Season, 'stages' | 'choices'>
  /** The stage that has the condition. */
  code: string
  gate: Gate | null
  onChange: (gate: Gate | null) => void
  folded?: boolean
  /** Texts for a condition other than that of the stage itself. */
  words?: { title: string; none: string; some: string; say: (sentence: string) => string }
}

const ofStage = {
  title: 'Условие допуска',
  none: 'Других условий нет. Пока этап закрыт, участник прочитает здесь, чего не хватает.',
  some: 'Пока условие не выполнено, участник читает эти слова.',
  say: (sentence: string) => sentence,
}

/** Who may enter, besides the stages that must be passed first, in the words that participants read. */
export function EntryCondition({ season, code, gate, onChange, folded = false, words = ofStage }: EntryConditionProps) {
  const id = useId()
  const { of, parts } = partsOf(gate)
  const box = useRef<HTMLElement>(null)
  const [adding, setAdding] = useState(false)
  /** The button that was pressed has been removed. */
  const focusAdding = () => focusSoon(box.current, '[data-add]')
  const others = season.stages.filter((stage) => stage.code !== code && stage.type !== 'group')
  const titles = new Map(season.stages.map((stage) => [stage.code, stage.title]))
  const sentences = gateInWords(gate, titles).map(words.say)
  const named = (part: Gate | undefined) => {
    const names = part && namedIn(part, season.choices)
    return names && <span className={styles.named}>{names}</span>
  }
  const heading = (
    <Heading level={3} size={4} id={id}>
      {words.title}
    </Heading>
  )
  const inside = (
    <>
      <p className={styles.quiet}>{parts.length === 0 ? words.none : words.some}</p>
      {parts.length + (adding ? 1 : 0) > 1 && (
        <RadioGroup
          label="Сколько условий выполнить"
          name={`condition-of-${id}`}
          value={of}
          onChange={(next) => onChange(gateOf({ of: next === 'any' ? 'any' : 'all', parts }))}
          options={[
            { value: 'all', label: 'Все' },
            { value: 'any', label: 'Любое из них' },
          ]}
        />
      )}
      <ul className={styles.parts}>
        {sentences.map((sentence, number) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two parts may have the same text
          <li key={number}>
            <span>
              {sentence}
              {named(parts[number])}
            </span>
            <Button
              kind="quiet"
              size="s"
              icon={<X aria-hidden="true" />}
              aria-label={`Снять условие: ${sentence}`}
              onClick={() => {
                onChange(gateOf({ of, parts: parts.toSpliced(number, 1) }))
                focusAdding()
              }}
            >
              Снять
            </Button>
          </li>
        ))}
      </ul>
      <AddCondition
        say={words.say}
        onOpen={() => setAdding(true)}
        choices={{
          ...season.choices,
          stages: others.map(asOption),
          scored: others.filter(({ scored }) => scored).map(asOption),
        }}
        onAdd={(condition) => onChange(gateOf({ of, parts: [...parts, condition] }))}
        onClose={(how) => {
          setAdding(false)
          if (how === 'pressed') focusAdding()
        }}
      />
    </>
  )
  return (
    <section ref={box} className={folded ? undefined : styles.condition} aria-labelledby={id}>
      {folded ? (
        <Fold heading={heading} title={words.title} says={sentences.join('. ') || 'Нет'} name="entry-condition">
          <div className={styles.condition}>{inside}</div>
        </Fold>
      ) : (
        <>
          {heading}
          {inside}
        </>
      )}
    </section>
  )
}

const asOption = ({ code, title }: Season['stages'][number]) => ({ id: code, value: title })
