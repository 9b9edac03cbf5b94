import type { FormField } from '#shared/forms/field.ts'

/** The dictionary that a field's choices come from. */
export const dictOf = (field: Pick<FormField, 'view' | 'params'>): string | undefined =>
  field.params?.dict ?? (field.view === 'region' ? 'regions' : undefined)
