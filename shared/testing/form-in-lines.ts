import type { FormField, FormSchema } from '#shared/forms/fields/field.ts'

const shown = (value: unknown): string => JSON.stringify(value)

function fieldInLines({ name, label, view, fields, ...rest }: FormField, indent: string): string {
  const rules = Object.entries(rest).map(([rule, value]) => `${indent}  ${rule} ${shown(value)}\n`)
  const inner = (fields ?? []).map((field) => fieldInLines(field, `${indent}  `))
  return `${indent}${name}, ${view}: ${label}\n${[...rules, ...inner].join('')}`
}

/** A form as lines: its version, its sections, their fields by name, view and label, and below each field its rules. */
export function formInLines({ version, sections }: FormSchema): string {
  const lines = sections.map(({ code, title, hint, fields }) => {
    const head = `${code}: ${[title, hint].filter(Boolean).join('. ')}`.trimEnd()
    return `${head}\n${fields.map((field) => fieldInLines(field, '  ')).join('')}`
  })
  return `version ${version}\n${lines.join('')}`
}
