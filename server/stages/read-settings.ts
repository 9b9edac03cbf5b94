import type { TSchema } from 'typebox'
import { Compile, type Validator } from 'typebox/compile'
import { Value } from 'typebox/value'
import { type StageKind, settingsVersion } from '#shared/stages/kind.ts'

const compiled = new WeakMap<object, Validator>()

/** The check of a schema, made once. */
export function validatorOf(schema: TSchema): Validator {
  const known = compiled.get(schema)
  if (known) return known
  const made = Compile(schema) as unknown as Validator
  compiled.set(schema, made)
  return made
}

/**
 * Settings as their kind reads them now: older ones are brought to its version, what is missing takes its default.
 * `faults` are paths with what is wrong there; settings with faults must not be used.
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
