import type { FormField, FormSchema } from '#shared/forms/fields/field.ts'

/** A form without titles, for a dialog. */
export const formOf = (...fields: FormField[]): FormSchema => ({
  version: 1,
  sections: [{ code: 'form', title: '', fields }],
})

/** Why something is done, in a few words that other people read. */
export const reasonField = (
  hint: string,
  max_length: number,
  { required = 'Напишите причину', ...more }: Partial<Omit<FormField, 'custom_errors'>> & { required?: string } = {},
): FormField => ({
  name: 'reason',
  label: 'Причина',
  view: 'textarea',
  ...(hint && { hint }),
  validation_rules: { required: true, max_length },
  custom_errors: { required },
  ...more,
})
