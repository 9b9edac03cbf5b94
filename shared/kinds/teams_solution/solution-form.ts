import type { FormField, FormSchema } from '#shared/forms/fields/field.ts'
import type { TeamsSolutionSettings } from './contract.ts'

/** The section of the link. It is written like any other section. */
export const linkSection = 'link'

/** The prefix of the fields of written sections. */
export const sectionField = 'text_'

/** The field in which a section is stored. */
export const fieldOf = (section: string): string =>
  section === linkSection ? linkSection : `${sectionField}${section}`

type Asked = Pick<TeamsSolutionSettings, 'sections' | 'link' | 'files'>

export interface WrittenSection {
  code: string
  title: string
  hint: string
  limit: number
  required: boolean
}

/** The sections that one person at a time writes: the organiser's sections, then the link. */
export const sectionsOf = ({ sections, link }: Asked): WrittenSection[] => [
  ...sections,
  ...(link ? [{ code: linkSection, title: 'Ссылка', hint: 'Начинается с https://', limit: 500, required: false }] : []),
]

/** The questions of a stage with these settings. There is only one version: the questions follow from the settings. */
export function solutionForm(settings: Asked): FormSchema {
  const written = sectionsOf(settings).map(({ code, title, hint, limit, required }): FormField => {
    const field = { name: fieldOf(code), label: title, ...(hint && { hint }) }
    return code === linkSection
      ? {
          ...field,
          view: 'text',
          validation_rules: { max_length: limit, regexp: '^https://\\S+$' },
          custom_errors: { regexp: 'Ссылка начинается с https:// и не содержит пробелов' },
        }
      : { ...field, view: 'textarea', validation_rules: { required, max_length: limit } }
  })
  const files: FormField = {
    name: 'files',
    label: 'Файлы',
    view: 'file',
    files: { max_files: settings.files, formats: [...solutionFormats] },
  }
  return {
    version: 1,
    sections: [{ code: 'solution', title: 'Решение', fields: [...written, ...(settings.files > 0 ? [files] : [])] }],
  }
}

export const solutionFormats = ['pdf', 'docx', 'xlsx', 'pptx', 'png', 'jpg'] as const
