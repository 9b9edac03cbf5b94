import { type FormField, type FormSchema, fieldsOf } from '#shared/forms/fields/field.ts'
import type { Door } from '#shared/stages/door.ts'

const nameFields = ['last_name', 'first_name', 'middle_name']

/** The questions of the registration: a supporter is asked only for the name, a participant everything. */
export function formOfDoor(form: FormSchema, door: Door): FormSchema {
  if (door === 'participant') return form
  const fields = fieldsOf(form).filter(({ name }) => nameFields.includes(name))
  return { ...form, sections: fields.length > 0 ? [{ code: 'name', title: 'Как вас зовут', fields }] : [] }
}

/** A question that is answered by a scan or a picture of a document. */
export const isScan = ({ view }: Pick<FormField, 'view'>): boolean => view === 'image' || view === 'file'

/** The questions to a visitor. A file belongs to an account, so scans are requested once the account exists. */
export function formOfVisitor(form: FormSchema, door: Door): FormSchema {
  const { sections, ...whole } = formOfDoor(form, door)
  const asked = sections.map((section) => ({ ...section, fields: section.fields.filter((field) => !isScan(field)) }))
  return { ...whole, sections: asked.filter(({ fields }) => fields.length > 0) }
}
