import type { Static, TObject, TProperties, TSchema } from 'typebox'
import type { ValidationMode } from '#shared/forms/fields/validate.ts'
import type { FieldFaults } from '#shared/platform/api/refusals.ts'
import type { KindFacts } from './kind-facts.ts'

/**
 * Which stages of the competition a setting may name. `passed`: stages that people can pass; `others`: the same without
 * the setting's own kind; `personal`: of these only stages that each person works at alone; `scored`: stages with
 * scores; `judged`: stages whose works people judge; `parts`: the parts of the setting's own stage.
 */
export type NamedStages = 'passed' | 'others' | 'personal' | 'scored' | 'judged' | 'parts'

/** What a setting may name by its code: a stage, a track, a document to which people consent when they register. */
export type Named = NamedStages | 'track' | 'consent'

/** How an organiser sees a setting: its words, its default value, and whether participants see it. */
interface SettingWords<Value> {
  title: string
  /** A hint; empty when the title is enough. */
  hint: string
  default: Value
  shown: boolean
  /** The name of each value of an enum. */
  values?: Readonly<Record<string, string>>
  /** The value is the code of a stage, track or document, or a list of codes; it is chosen by title. */
  names?: Named
  /** The meaning of an empty choice. */
  none?: string
  /** The kind has its own editor for this setting, because a generated form cannot show it. */
  ownEditor?: true
  /** The value lets people in or names people, so the file of a whole season leaves it out. */
  secret?: true
}

/** A schema made by `setting`. The settings of a kind accept no other schema. */
export type Setting<S extends TSchema = TSchema> = S & {
  title: string
  description: string
  default: unknown
  shown: boolean
  values?: Readonly<Record<string, string>>
  names?: Named
  none?: string
  ownEditor?: true
  secret?: true
}

/** One property of a kind's settings. */
export function setting<S extends TSchema>(schema: S, words: SettingWords<Static<S>>): Setting<S> {
  const { hint, ...rest } = words
  return { ...schema, ...rest, description: hint }
}

type Settings = TObject<TProperties & Record<string, Setting>>
type Json = Record<string, unknown>

interface Rules<S> {
  faults(settings: S, answer: Json, mode: ValidationMode): FieldFaults
}
export type Faults<S> = Rules<S>['faults'] | null

interface KindContract<F, S extends Settings, A, R> {
  settings: S
  /** Converts older settings: each function turns one version into the next, oldest first. */
  steps: readonly ((older: Json) => Json)[]
  /** The shape of a hand-in; null when nothing is handed in. */
  answer: F extends { work: 'none' } ? null : A
  /**
   * The faults of an answer that its form cannot find: the browser and the server call the same function. Null for no
   * rules.
   */
  faults: R
}

/** What the browser and the server must know about a kind of stage. The name of its folder is its code on the wire. */
export type StageKind<
  F extends KindFacts = KindFacts,
  S extends Settings = Settings,
  A extends TSchema | null = TSchema | null,
  R extends Faults<Static<S>> = Faults<Static<S>>,
> = F & KindContract<F, S, A, R>

/** Declares a kind, keeping the exact types of its settings and of its answer. */
export const stageKind = <
  const F extends KindFacts,
  S extends Settings,
  A extends TSchema | null,
  R extends Faults<Static<S>>,
>(
  facts: F,
  contract: KindContract<F, S, A, R>,
): StageKind<F, S, A, R> => ({ ...facts, ...contract })

/** The current version of the kind's settings. */
export const settingsVersion = ({ steps }: Pick<StageKind, 'steps'>): number => steps.length + 1

/** The names of the settings that participants may see. */
export const shownSettings = ({ settings }: Pick<StageKind, 'settings'>): string[] =>
  Object.entries(settings.properties as Record<string, Setting>)
    .filter(([, { shown }]) => shown)
    .map(([name]) => name)

/** The type of a kind's settings. */
export type SettingsOf<K extends { settings: TSchema }> = Static<K['settings']>
