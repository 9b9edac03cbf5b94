import type { FieldFaults } from '#shared/platform/api/refusals.ts'
import { labelAt } from '#web/forms/fields/section-progress.ts'
import type { ApplicationExtras } from './application-draft.ts'
import type { Door, RegistrationForm } from './queries.ts'

/** The step of a section, by the section's code. */
export const sectionStep = (code: string) => `section:${code}`

/**
 * The steps in order: the sections in which something is asked, the track, the consents, the check. A supporter gives
 * only consents: the name is known.
 */
export function applicationSteps(form: RegistrationForm, shownSections: readonly string[], door: Door = 'participant') {
  const supports = door === 'supporter'
  return [
    ...form.form.sections
      .filter(({ code }) => !supports && shownSections.includes(code))
      .map(({ code, title }) => ({ id: sectionStep(code), title })),
    ...(form.tracks.length > 1 && !supports ? [{ id: 'track', title: 'Трек' }] : []),
    ...(form.documents.length > 0 || form.asks_promocode ? [{ id: 'consents', title: 'Согласия' }] : []),
    { id: 'check', title: 'Проверка' },
  ]
}

/** The step of the field at a path, in the form or besides it. */
export function stepOf(form: RegistrationForm, path: string): string | undefined {
  if (path === 'track') return 'track'
  if (path.startsWith('consents.') || path === 'promocode') return 'consents'
  const name = path.split('.')[0]
  const owner = form.form.sections.find(({ fields }) => fields.some((field) => field.name === name))
  return owner && sectionStep(owner.code)
}

/** The faults of one step. */
export const faultsIn = (form: RegistrationForm, step: string, faults: FieldFaults): FieldFaults =>
  Object.fromEntries(Object.entries(faults).filter(([path]) => stepOf(form, path) === step))

/** The faults besides the form, by step. */
export function extrasFaults(form: RegistrationForm, extras: ApplicationExtras): Partial<Record<string, FieldFaults>> {
  const missing = form.documents.filter(({ code, required }) => required && extras.consents[code] === undefined)
  const message = 'Без этого согласия участвовать в конкурсе нельзя'
  return {
    track:
      extras.track === null && extras.door !== 'supporter'
        ? { track: { rule: 'required', message: 'Выберите трек' } }
        : {},
    consents: Object.fromEntries(
      missing.map(({ code }) => [`consents.${code}`, { rule: 'consent_required', message }]),
    ),
  }
}

/** The label of the field at a path. */
export function labelOf(form: RegistrationForm, path: string): string {
  const code = path.startsWith('consents.') ? path.slice('consents.'.length) : null
  return form.documents.find((document) => document.code === code)?.title ?? labelAt(form.form, path)
}
