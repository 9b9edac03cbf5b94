import type { FormField } from '#shared/forms/field.ts'
import { replacementFiles } from './limits.ts'

const { max, formats } = replacementFiles

/** What a team brings, as fields of a form: the same rules hold in the browser and on the server. */
export const teamPaper = {
  letter: { name: 'letter', label: 'Письмо от руководителя', view: 'file', files: { max_files: 1, formats } },
  documents: { name: 'documents', label: 'Документы', view: 'file', files: { max_files: max, formats } },
} satisfies Record<string, FormField>
