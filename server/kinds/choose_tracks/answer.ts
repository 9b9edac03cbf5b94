import type { FormSchema } from '#shared/forms/fields/field.ts'

/** The letter as a field of a form, for the rules of its file and for its words. */
export const letterForm: FormSchema = {
  version: 1,
  sections: [
    {
      code: 'letter',
      title: 'Письмо',
      fields: [{ name: 'letter', label: 'Письмо', view: 'file', files: { max_files: 1 } }],
    },
  ],
}

/** The codes of the chosen tracks in their order, each once. */
export const chosenIn = ({ tracks }: Record<string, unknown>): string[] =>
  Array.isArray(tracks) ? [...new Set(tracks.filter((code): code is string => typeof code === 'string'))] : []
