import type { FormField } from '#shared/forms/fields/field.ts'

/** The dictionary with the choices of a field. */
export const dictOf = (field: Pick<FormField, 'view' | 'params'>): string | undefined =>
  field.params?.dict ?? (field.view === 'region' ? 'regions' : undefined)
