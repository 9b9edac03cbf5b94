import type { TSchema } from 'typebox'
import { Compile, type Validator } from 'typebox/compile'
import { Value } from 'typebox/value'
import { type StageKind, settingsVersion } from '#shared/stages/kind.ts'

const compiled = new WeakMap<object, Validator>()

/** The compiled check of a schema, made once. */
export function validatorOf(schema: TSchema): Validator {
  const known = compiled.get(schema)
  if (known) return known
  const made = Compile(schema) as unknown as Validator
  compiled.set(schema, made)
  return made
}

/**
 * Settings in the version that their kind uses now: older ones are converted, missing values get their defaults.
 * `faults` lists what is wrong, by path; settings with faults must not be used.
 */
export function readSettings(
  kind: Pick<StageKind, 'settings' | 'steps'>,
  stored: Record<string, unknown>,
  storedVersion: number,
): { settings: Record<string, unknown>; version: number; faults: { path: string; message: string }[] } {
  let settings: Record<string, unknown> = { ...stored }
  for (const step of kind.steps.slice(Math.max(0, storedVersion - 1))) settings = step(settings)
  const filled = Value.Default(kind.settings, settings) as Record<string, unknown>
  const validator = validatorOf(kind.settings)
  const faults = validator.Check(filled)
    ? []
    : validator.Errors(filled).map(({ instancePath, message }) => ({ path: instancePath, message }))
  return { settings: filled, version: settingsVersion(kind), faults }
}
