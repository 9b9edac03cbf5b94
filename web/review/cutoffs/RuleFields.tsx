import { maxPlaces, maxScore } from '#shared/review/cutoffs/limits.ts'
import type { Rule } from '#shared/review/cutoffs/rule.ts'
import { Disclosure } from '#web/platform/ui/Disclosure.tsx'
import { Panel } from '#web/platform/ui/Panel.tsx'
import { RadioGroup } from '#web/platform/ui/RadioGroup.tsx'
import { MultiSelect, Select } from '#web/platform/ui/Select.tsx'
import styles from './Cutoffs.module.css'
import { NumberInput } from './NumberInput.tsx'
import { QuotaFields } from './QuotaFields.tsx'
import type { Workbench } from './queries.ts'
import { ScoreFields } from './ScoreFields.tsx'

interface RuleFieldsProps {
  rule: Rule
  choices: Workbench['choices']
  onChange: (rule: Rule) => void
}

/** An option must have a value. */
const none = '*'

/** All settings of the rule. Each change is saved by itself. */
export function RuleFields({ rule, choices, onChange }: RuleFieldsProps) {
  const change = (part: Partial<Rule>) => onChange({ ...rule, ...part })
  return (
    <Panel title="Правило">
      <div className={styles.fields}>
        <RadioGroup
          name="by"
          label="Черта"
          options={[
            { value: 'places', label: 'По числу мест' },
            { value: 'score', label: 'По баллу' },
          ]}
          value={rule.line}
          onChange={(line) => change({ line: line as Rule['line'] })}
        />
        {rule.line === 'places' ? (
          <NumberInput
            label="Сколько проходит"
            name="places"
            unit="человек"
            max={maxPlaces}
            value={rule.places}
            onChange={(places) => change({ places })}
          />
        ) : (
          <NumberInput
            label="От какого балла проходят"
            name="score"
            fraction
            max={maxScore}
            value={rule.score}
            onChange={(score) => change({ score })}
          />
        )}
        <QuotaFields quotas={rule.quotas} choices={choices} onChange={(quotas) => change({ quotas })} />
        <NumberInput
          label="Список ожидания"
          name="waiting"
          unit="человек"
          max={maxPlaces}
          value={rule.waiting}
          onChange={(waiting) => change({ waiting })}
        />
        <RadioGroup
          name="ties"
          label="Равные баллы на черте"
          options={[
            { value: 'ask', label: 'Решить позже', hint: 'Пока не решено, протокол не заморозить' },
            { value: 'in', label: 'Проходят все равные' },
            { value: 'out', label: 'Не проходит никто из равных' },
          ]}
          value={rule.ties}
          onChange={(ties) => change({ ties: ties as Rule['ties'] })}
        />
        <Select
          label="Кто выше при равном балле"
          name="tie_stage"
          options={[
            { value: none, label: 'Никто: равные остаются равными' },
            ...choices.scores.map(({ id, value }) => ({ value: id, label: `У кого больше за «${value}»` })),
          ]}
          value={rule.tie_stage === '' ? none : rule.tie_stage}
          onChange={(stage) => change({ tie_stage: stage === none ? '' : stage })}
        />
        <Disclosure open={rule.scores.length > 1} says="Из чего складывается балл">
          <div className={styles.fields}>
            <ScoreFields
              name="first"
              legend="Сумма этапов"
              scores={rule.scores}
              stages={choices.scores}
              least={1}
              onChange={(scores) => change({ scores })}
            />
            <RadioGroup
              name="missing"
              label="Нет балла за один из этапов"
              options={[
                { value: 'out', label: 'Человек без итога' },
                { value: 'zero', label: 'За этот этап 0' },
              ]}
              value={rule.missing}
              onChange={(missing) => change({ missing: missing as Rule['missing'] })}
            />
            {choices.tracks.length > 1 && (
              <MultiSelect
                label="Только треки"
                name="tracks"
                required={false}
                placeholder="Все"
                options={choices.tracks.map(({ id, value }) => ({ value: id, label: value }))}
                value={rule.tracks}
                onChange={(tracks) => change({ tracks: [...tracks] })}
              />
            )}
          </div>
        </Disclosure>
        <Disclosure open={rule.second.places > 0} says="Второй список по другому баллу">
          <div className={styles.fields}>
            <p className={styles.quiet}>Лучшие по другой сумме из тех, кто не прошёл по первому списку.</p>
            <ScoreFields
              name="second"
              legend="Сумма второго списка"
              scores={rule.second.scores}
              stages={choices.scores}
              onChange={(scores) =>
                change({ second: { scores, places: scores.length === 0 ? 0 : rule.second.places } })
              }
            />
            {rule.second.scores.length > 0 && (
              <NumberInput
                label="Мест во втором списке"
                name="second-places"
                unit="человек"
                max={maxPlaces}
                value={rule.second.places}
                onChange={(places) => change({ second: { ...rule.second, places } })}
              />
            )}
          </div>
        </Disclosure>
      </div>
    </Panel>
  )
}
