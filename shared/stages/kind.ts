import type { Static, TObject, TProperties, TSchema } from 'typebox'
import type { FieldFaults } from '#shared/api/refusals.ts'
import type { ValidationMode } from '#shared/forms/validate.ts'
import type { KindFacts } from './kind-facts.ts'

/** How an organiser sees a setting: its words, its default value, and whether participants see it. */
interface SettingWords<Value> {
  title: string
  /** A hint; empty when the title is enough. */
  hint: string
  default: Value
  shown: boolean
  /** The name of each value of an enum. */
  values?: Readonly<Record<string, string>>
  /** The kind has its own editor for this setting, because a generated form cannot show it. */
  ownEditor?: true
}

/** A schema made by `setting`. The settings of a kind accept no other schema. */
export type Setting<S extends TSchema = TSchema> = S & {
  title: string
  description: string
  default: unknown
  shown: boolean
  values?: Readonly<Record<string, string>>
  ownEditor?: true
}

/** One property of a kind's settings. */
export function setting<S extends TSchema>(schema: S, words: SettingWords<Static<S>>): Setting<S> {
  const { hint, ...rest } = words
  return { ...schema, ...rest, description: hint }
}

type Settings = TObject<TProperties & Record<string, Setting>>
type Json = Record<string, unknown>

interface KindContract<S extends Settings, A extends TSchema | null> {
  settings: S
  /** Converts older settings: each function turns one version into the next, oldest first. */
  steps: readonly ((older: Json) => Json)[]
  /** The shape of the answer; null when nothing is handed in. */
  answer: A
  /** Faults of an answer that its form cannot find. The browser and the server call the same function. */
  faults(settings: Static<S>, answer: Json, mode: ValidationMode): FieldFaults
}

/** What both sides must know about a kind of stage. The name of its folder is its code on the wire. */
export type StageKind<
  F extends KindFacts = KindFacts,
  S extends Settings = Settings,
  A extends TSchema | null = TSchema | null,
> = F & KindContract<S, A>

/** Defines a kind and keeps the exact types of its settings and its answer. */
export const stageKind = <const F extends KindFacts, S extends Settings, A extends TSchema | null>(
  facts: F,
  contract: KindContract<S, A>,
): StageKind<F, S, A> => ({ ...facts, ...contract })

/** For kinds whose form finds all faults. */
export const noFaults = (): FieldFaults => ({})

/** The current version of the kind's settings. */
export const settingsVersion = ({ steps }: Pick<StageKind, 'steps'>): number => steps.length + 1

/** The names of the settings that participants may see. */
export const shownSettings = ({ settings }: Pick<StageKind, 'settings'>): string[] =>
  Object.entries(settings.properties as Record<string, Setting>)
    .filter(([, { shown }]) => shown)
    .map(([name]) => name)

/** The type of a kind's settings. */
export type SettingsOf<K extends { settings: TSchema }> = Static<K['settings']>
