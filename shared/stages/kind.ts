import type { Static, TObject, TProperties, TSchema } from 'typebox'
import type { FieldFaults } from '#shared/api/refusals.ts'
import type { ValidationMode } from '#shared/forms/validate.ts'
import type { KindFacts } from './kind-facts.ts'

/** The words in which an organiser reads a setting, its value when nothing was chosen, and whether participants see it. */
interface SettingWords<Value> {
  title: string
  /** A sentence that helps to choose; empty where the title says it all. */
  hint: string
  default: Value
  shown: boolean
  /** What each value of an enum is called. */
  values?: Readonly<Record<string, string>>
  /** The kind brings an editor of its own for it: a drawn form cannot say it. */
  ownEditor?: true
}

/** A schema that went through `setting`: a bare schema is not accepted among the settings of a kind. */
export type Setting<S extends TSchema = TSchema> = S & {
  title: string
  description: string
  default: unknown
  shown: boolean
  values?: Readonly<Record<string, string>>
  ownEditor?: true
}

/** One property of the settings of a kind. */
export function setting<S extends TSchema>(schema: S, words: SettingWords<Static<S>>): Setting<S> {
  const { hint, ...rest } = words
  return { ...schema, ...rest, description: hint }
}

type Settings = TObject<TProperties & Record<string, Setting>>
type Json = Record<string, unknown>

interface KindContract<S extends Settings, A extends TSchema | null> {
  settings: S
  /** One function for each older version of the settings, the oldest first: it gives the next version. */
  steps: readonly ((older: Json) => Json)[]
  /** The shape of what is handed in; null where nothing is. */
  answer: A
  /** What is wrong with an answer beside its form: the browser and the server call the same function. */
  faults(settings: Static<S>, answer: Json, mode: ValidationMode): FieldFaults
}

/** What both sides agree on about a kind of stage. The folder's name is its wire code. */
export type StageKind<
  F extends KindFacts = KindFacts,
  S extends Settings = Settings,
  A extends TSchema | null = TSchema | null,
> = F & KindContract<S, A>

/** States a kind once, keeping the exact types of its settings and of its answer. */
export const stageKind = <const F extends KindFacts, S extends Settings, A extends TSchema | null>(
  facts: F,
  contract: KindContract<S, A>,
): StageKind<F, S, A> => ({ ...facts, ...contract })

/** For kinds whose answer is checked by its form alone. */
export const noFaults = (): FieldFaults => ({})

/** The version of the settings that a kind reads and writes now. */
export const settingsVersion = ({ steps }: Pick<StageKind, 'steps'>): number => steps.length + 1

/** The names of the settings that a participant may see. */
export const shownSettings = ({ settings }: Pick<StageKind, 'settings'>): string[] =>
  Object.entries(settings.properties as Record<string, Setting>)
    .filter(([, { shown }]) => shown)
    .map(([name]) => name)

/** The settings of a kind as its code reads them. */
export type SettingsOf<K extends { settings: TSchema }> = Static<K['settings']>
