import { maxWords } from '#shared/kinds/teams_evaluation/limits.ts'
import { Card } from '#web/platform/ui/Card.tsx'
import { Heading } from '#web/platform/ui/Heading.tsx'
import { Initials } from '#web/platform/ui/Initials.tsx'
import { RadioGroup } from '#web/platform/ui/RadioGroup.tsx'
import { TextArea } from '#web/platform/ui/TextArea.tsx'
import type { TeamMarksPage, Teammate, TypedSheet } from './queries.ts'
import styles from './TeamsEvaluation.module.css'
import type { EvaluationSettings } from './TeamsEvaluationScreen.tsx'

interface TeammateSheetProps {
  teammate: Teammate
  page: TeamMarksPage
  settings: EvaluationSettings
  sheet: TypedSheet
  /** By behaviour. */
  errors: ReadonlyMap<string, string>
  onChange: (sheet: Partial<TypedSheet>) => void
}

/** One teammate: a mark for each behaviour, and words. */
export function TeammateSheet({ teammate, page, settings, sheet, errors, onChange }: TeammateSheetProps) {
  const { test_id, name, avatar, captain } = teammate
  const id = `teammate-${test_id}`
  const options = Array.from({ length: settings.scale }, (_none, at) => ({
    value: String(at + 1),
    label: at === 0 ? '1, совсем не видно' : at + 1 === settings.scale ? `${at + 1}, видно всегда` : String(at + 1),
  }))
  return (
    <Card as="section" className={styles.sheet} aria-labelledby={id}>
      <div className={styles.person}>
        <Initials listedName={listed(name)} avatar={avatar} className={styles.circle} />
        <div>
          <Heading level={2} size={3} id={id}>
            <bdi>{name}</bdi>
          </Heading>
          {captain && <p className={styles.quiet}>Капитан</p>}
        </div>
      </div>
      {page.behaviours.map(({ code, title, hint }) => (
        <RadioGroup
          key={code}
          look="points"
          name={`${test_id}.${code}`}
          label={title}
          hint={hint || undefined}
          options={options}
          error={errors.get(code) ?? null}
          value={String(sheet.marks[code] ?? '')}
          onChange={(value) => onChange({ marks: { ...sheet.marks, [code]: Number(value) } })}
        />
      ))}
      {settings.words && (
        <TextArea
          label="Что сказать товарищу"
          name={`${test_id}.words`}
          hint="За что благодарны и что посоветуете"
          rows={3}
          required={false}
          limit={maxWords}
          value={sheet.words}
          onChange={(words) => onChange({ words })}
        />
      )}
    </Card>
  )
}

/** The surname first, as initials are taken from it. */
const listed = (name: string): string => name.split(' ').reverse().join(' ')
