import type { FormField } from '#shared/forms/fields/field.ts'
import { replacementFiles } from './limits.ts'

const { max, formats } = replacementFiles

/** The documents of a team, as fields of a form: the browser and the server apply the same rules. */
export const teamPaper = {
  letter: { name: 'letter', label: 'Письмо от руководителя', view: 'file', files: { max_files: 1, formats } },
  documents: { name: 'documents', label: 'Документы', view: 'file', files: { max_files: max, formats } },
} satisfies Record<string, FormField>
